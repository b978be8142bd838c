import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { getStoreCreditUnit } from '#shared/areas/credits/approval.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { nullableSchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseId } from '#server/platform/core/records/recordId.ts'
import { loadApprovalBudget } from './approvalBudget.ts'

const limitUseSchema = objectSchema({ limit: integerSchema, used: integerSchema })

/** GET /creditAllowance (shared/areas/credits/creditCalls.ts) */
export const allowanceCall: Call = {
  kind: 'read',
  permission: `${creditRequests.permission}:read`,
  method: 'get',
  path: '/creditAllowance',
  summary:
    'Get your 24-hour limits for issuing and debiting credits without approval, per store and member, with the amounts used, in minor units',
  query: [
    { name: 'storeId', description: 'The ID of the store', schema: integerSchema },
    { name: 'memberId', description: 'The ID of a member of this store', schema: integerSchema },
  ],
  success: {
    status: 200,
    schema: objectSchema({
      unit: stringSchema,
      store: limitUseSchema,
      member: nullableSchema(limitUseSchema),
    }),
  },
  handler: handleLoadCreditAllowance,
}

async function handleLoadCreditAllowance(
  { query }: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const parseQueryId = (name: string, noun: string) => parseId({ id: query.get(name) ?? '' }, noun)
  const store = await loadRecord(
    db,
    limitToCaller(caller, stores),
    parseQueryId('storeId', stores.title.one),
  )
  const memberId = query.has('memberId') ? parseQueryId('memberId', members.title.one) : null
  if (memberId !== null) await loadRecord(db, limitToCaller(caller, members), memberId)
  const budget = await loadApprovalBudget(db, {
    accounts: [caller],
    storeIds: [store.id],
    now: now().toISOString(),
  })
  const body = budget.getAllowance({ storeId: store.id, memberId, unit: getStoreCreditUnit(store) })
  return { status: 200, body }
}
