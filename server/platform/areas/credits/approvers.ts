import { sql } from 'kysely'
import { may } from '#shared/permissions/may.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { permissionsOfUser, storesOfUser } from '#server/platform/core/auth/permissionSql.ts'
import type { Account, Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findDependentAccounts } from './independent.ts'

type Operator = Pick<Account, 'id' | 'name' | 'permissions' | 'storeIds'>

/** How many approvers an answer names. */
const namedApprovers = 20

/** Finds the active operators who may decide about credits, in any store. */
export async function findCreditOperators(connection: Connection): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select id, name, ${permissionsOfUser}, ${storesOfUser} from users
    where s_identifier = ${operatorIdentifier} and status = 'active'
    order by lower(name), id`.execute(connection)
  return rows.filter(({ permissions }) => may(permissions, creditEntries.permission, 'write'))
}

/** Of these operators, those who may approve in a store what some accounts asked for. */
export async function selectApprovers(
  connection: Connection,
  operators: readonly Operator[],
  { askerIds, storeId, at }: { askerIds: readonly number[]; storeId: number; at: string },
): Promise<Operator[]> {
  const dependent = new Set<number>()
  for (const askerId of askerIds)
    for (const id of await findDependentAccounts(connection, askerId, at)) dependent.add(id)
  return operators.filter(
    ({ id, storeIds }) => !dependent.has(id) && (storeIds === null || storeIds.includes(storeId)),
  )
}

/** GET /creditRequests/ID/approvers: who may approve a request that waits; nobody once it's decided. */
export const approversCall: Call = {
  kind: 'read',
  needs: `${creditRequests.permission}:read`,
  method: 'get',
  path: '/creditRequests/:id/approvers',
  summary: 'Count the operators who can approve a waiting request, and get some of their names',
  success: { status: 200, schema: object({ total: whole, names: listOf(text) }) },
  answer: answerApprovers,
}

async function answerApprovers(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const resource = scopedTo(caller, creditRequests)
  const request = await readRecord(db, resource, recordIdOf(creditRequests, asked))
  const askerId = request['askerId']
  if (request['state'] !== 'waiting') return { status: 200, body: { total: 0, names: [] } }
  const found = await selectApprovers(db, await findCreditOperators(db), {
    askerIds: typeof askerId === 'number' ? [askerId] : [],
    storeId: Number(request['storeId']),
    at: request.createdAt,
  })
  const names = found.slice(0, namedApprovers).map(({ name }) => name)
  return { status: 200, body: { total: found.length, names } }
}
