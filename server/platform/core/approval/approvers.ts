import { can } from '#shared/permissions/can.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { sql } from 'kysely'
import { userPermissionsSql, userStoreIdsSql } from '../auth/permissionSql.ts'
import type { Account } from '../auth/tokens.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findIneligibleApprovers } from './relatedAccounts.ts'

type Approver = Pick<Account, 'id' | 'name' | 'permissions' | 'storeIds'>

/** The maximum number of approvers that a response names. */
const maxNamedApprovers = 20

/** Finds the active operators who can decide about requests with this permission in any store. */
export async function findDecidingOperators(
  connection: Connection,
  permission: Resource['permission'],
): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    select id, name, ${userPermissionsSql}, ${userStoreIdsSql} from users
    where s_identifier = ${operatorIdentifier} and status = 'active'
    order by lower(name), id`.execute(connection)
  return rows.filter(({ permissions }) => can(permissions, permission, 'write'))
}

/** Selects the operators who can approve requests of some accounts in a store. */
export async function selectApprovers(
  connection: Connection,
  operators: readonly Approver[],
  {
    askerIds: requesterIds,
    storeId,
    at,
  }: { askerIds: readonly number[]; storeId: number; at: string },
): Promise<Approver[]> {
  const dependent = new Set<number>()
  for (const requesterId of requesterIds)
    for (const id of await findIneligibleApprovers(connection, requesterId, at)) dependent.add(id)
  return operators.filter(
    ({ id, storeIds }) => !dependent.has(id) && (storeIds === null || storeIds.includes(storeId)),
  )
}

type WaitingRequests = { storeId: number; askerId: number | null; since: string }

/** Adds to waiting requests the accounts that can approve them. */
export async function addApprovers<Waiting extends WaitingRequests>(
  connection: Connection,
  permission: Resource['permission'],
  requests: readonly Waiting[],
): Promise<(Waiting & { accountIds: number[] })[]> {
  if (requests.length === 0) return []
  const operators = await findDecidingOperators(connection, permission)
  const withApprovers: (Waiting & { accountIds: number[] })[] = []
  for (const request of requests) {
    const { storeId, askerId, since: at } = request
    const askerIds = askerId === null ? [] : [askerId]
    const approvers = await selectApprovers(connection, operators, { askerIds, storeId, at })
    withApprovers.push({ ...request, accountIds: approvers.map(({ id }) => id) })
  }
  return withApprovers
}

/** Names some of the operators who can approve a request, and counts all of them. */
export async function summarizeApprovers(
  connection: Connection,
  permission: Resource['permission'],
  request: { askerId: unknown; storeId: number; at: string },
): Promise<{ total: number; names: string[] }> {
  const { askerId, storeId, at } = request
  const operators = await findDecidingOperators(connection, permission)
  const askerIds = typeof askerId === 'number' ? [askerId] : []
  const approvers = await selectApprovers(connection, operators, { askerIds, storeId, at })
  const names = approvers.slice(0, maxNamedApprovers).map(({ name }) => name)
  return { total: approvers.length, names }
}
