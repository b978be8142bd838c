import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { summarizeApprovers } from '#server/platform/core/approval/approvers.ts'

/**
 * GET /creditRequests/ID/approvers: the operators who can approve a waiting request; none once it's
 * decided.
 */
export const approversCall: Call = {
  kind: 'read',
  permission: `${creditRequests.permission}:read`,
  method: 'get',
  path: '/creditRequests/:id/approvers',
  summary: 'Count the operators who can approve a waiting request, and get some of their names',
  success: {
    status: 200,
    schema: objectSchema({ total: integerSchema, names: arraySchema(stringSchema) }),
  },
  handler: handleListCreditApprovers,
}

async function handleListCreditApprovers(
  apiRequest: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const resource = limitToCaller(caller, creditRequests)
  const request = await loadRecord(db, resource, parseRecordId(creditRequests, apiRequest))
  if (request['state'] !== 'waiting') return { status: 200, body: { total: 0, names: [] } }
  const body = await summarizeApprovers(db, creditRequests.permission, {
    askerId: request['askerId'],
    storeId: Number(request['storeId']),
    at: request.createdAt,
  })
  return { status: 200, body }
}
