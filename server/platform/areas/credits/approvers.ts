import { sql } from 'kysely'
import { can } from '#shared/permissions/can.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { userPermissionsSql, userStoreIdsSql } from '#server/platform/core/auth/permissionSql.ts'
import type { Account, Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findIneligibleApprovers } from './relatedAccounts.ts'

type CreditOperator = Pick<Account, 'id' | 'name' | 'permissions' | 'storeIds'>

/** The maximum number of approvers that a response names. */
const maxNamedApprovers = 20

/** Finds the active operators who can decide about credits in any store. */
export async function findCreditOperators(connection: Connection): Promise<CreditOperator[]> {
  const { rows } = await sql<CreditOperator>`
    select id, name, ${userPermissionsSql}, ${userStoreIdsSql} from users
    where s_identifier = ${operatorIdentifier} and status = 'active'
    order by lower(name), id`.execute(connection)
  return rows.filter(({ permissions }) => can(permissions, creditEntries.permission, 'write'))
}

/** Selects the operators who can approve requests of some accounts in a store. */
export async function selectApprovers(
  connection: Connection,
  operators: readonly CreditOperator[],
  {
    askerIds: requesterIds,
    storeId,
    at,
  }: { askerIds: readonly number[]; storeId: number; at: string },
): Promise<CreditOperator[]> {
  const dependent = new Set<number>()
  for (const requesterId of requesterIds)
    for (const id of await findIneligibleApprovers(connection, requesterId, at)) dependent.add(id)
  return operators.filter(
    ({ id, storeIds }) => !dependent.has(id) && (storeIds === null || storeIds.includes(storeId)),
  )
}

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
  const requesterId = request['askerId']
  if (request['state'] !== 'waiting') return { status: 200, body: { total: 0, names: [] } }
  const approvers = await selectApprovers(db, await findCreditOperators(db), {
    askerIds: typeof requesterId === 'number' ? [requesterId] : [],
    storeId: Number(request['storeId']),
    at: request.createdAt,
  })
  const names = approvers.slice(0, maxNamedApprovers).map(({ name }) => name)
  return { status: 200, body: { total: approvers.length, names } }
}
