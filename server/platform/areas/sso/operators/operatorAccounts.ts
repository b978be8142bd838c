import { sql } from 'kysely'
import { users } from '#shared/areas/users/users.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findUserByEmail, lockActiveUserById } from '#server/platform/areas/signIn/index.ts'
import type { Claims } from '../claims.ts'
import { insertAccount } from '../insertAccount.ts'
import { findLinkRejection, rejectOperator } from './mapClaimsToOperator.ts'
import type { OperatorRejection, ProvidedOperator } from './mapClaimsToOperator.ts'
import { providerOutcomes } from './messages.ts'
import type { ProviderRecord } from './providerSettings.ts'

/** What a provider's answer leads to: an account that exists, or one to create. */
export type OperatorMatch =
  | { account: { id: number; email: string; isLinked: boolean } }
  | { creates: { email: string; groups: string[] } }
  | { rejection: OperatorRejection }

/**
 * Finds the account that signed in with this subject before. At a first sign-in, finds the one with
 * the email address, for which the provider must vouch.
 */
export async function matchOperator(
  connection: Connection,
  { claims, operator, record }: MatchInput,
): Promise<OperatorMatch> {
  const { subject, email, groups } = operator
  const linked = await connection
    .selectFrom('operatorIdentities')
    .innerJoin('users', 'users.id', 'operatorIdentities.userId')
    .select(['users.id', 'email', 'sIdentifier', 'status'])
    .where('providerId', '=', record.id)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const linkRejection = linked ? null : findLinkRejection(claims, operator, record)
  if (linkRejection) return { rejection: linkRejection }
  const user = linked ?? (await findUserByEmail(connection, email))
  if (!user)
    return groups.length > 0
      ? { creates: { email, groups } }
      : { rejection: rejectOperator('unknown', providerOutcomes.unknown(email)) }
  if (user.sIdentifier !== operatorIdentifier || user.status !== 'active')
    return { rejection: rejectOperator('inactive', providerOutcomes.inactive(user.email)) }
  if (!linked && (await isLinkedToOther(connection, record.id, user.id)))
    return { rejection: rejectOperator('otherAccount', providerOutcomes.otherAccount(email)) }
  return { account: { id: user.id, email: user.email, isLinked: linked !== undefined } }
}

type MatchInput = { claims: Claims; operator: ProvidedOperator; record: ProviderRecord }

const isLinkedToOther = async (connection: Connection, providerId: number, userId: number) =>
  (await connection
    .selectFrom('operatorIdentities')
    .select('userId')
    .where('providerId', '=', providerId)
    .where('userId', '=', userId)
    .executeTakeFirst()) !== undefined

type AccountContext = { now: string; audit: (...entries: AuditEntry[]) => Promise<void> }

/**
 * Links the account to the subject and gives it the groups of the matching rules. Creates it if it
 * doesn't exist. Returns the locked account, or undefined if it was suspended
 * in the meantime.
 */
export async function saveOperator(
  trx: Connection,
  { now, audit }: AccountContext,
  {
    match,
    operator,
    record,
  }: { match: OperatorMatch; operator: ProvidedOperator; record: ProviderRecord },
) {
  if ('rejection' in match) return undefined
  const id =
    'account' in match
      ? match.account.id
      : await createOperator(trx, { now, audit }, operator, match.creates.groups)
  if (!(await lockActiveUserById(trx, id))) return undefined
  const values = { providerId: record.id, subject: operator.subject, userId: id, createdAt: now }
  await trx
    .insertInto('operatorIdentities')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await updateGroups(trx, { now, audit }, { id, operator })
  // Read again, with the permissions of the groups.
  return lockActiveUserById(trx, id)
}

async function createOperator(
  trx: Connection,
  { now, audit }: AccountContext,
  { email, firstName, lastName }: ProvidedOperator,
  groups: readonly string[],
): Promise<number> {
  const id = await insertAccount(
    trx,
    {
      firstName,
      lastName,
      email,
      sIdentifier: operatorIdentifier,
      storeId: 1,
      storeIds: [],
      groupIds: await findGroupIds(trx, groups),
    },
    now,
  )
  await audit({ event: 'users.created', target: toUserTarget(id, email), after: { email, groups } })
  return id
}

const toUserTarget = (id: number, label: string) => ({ type: users.name, id, label })

async function findGroupIds(trx: Connection, names: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from user_groups where name = any(${[...names]}::text[]) and not built_in
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Adds and removes the groups that rules name. All other groups stay. */
async function updateGroups(
  trx: Connection,
  { now, audit }: AccountContext,
  { id, operator: { groups, managedGroups } }: { id: number; operator: ProvidedOperator },
): Promise<void> {
  if (managedGroups.length === 0) return
  const [matching, managed] = [
    await findGroupIds(trx, groups),
    await findGroupIds(trx, managedGroups),
  ]
  const { groupIds, email } = await trx
    .selectFrom('users')
    .select(['groupIds', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const remaining = groupIds.filter((group) => !managed.includes(group) || matching.includes(group))
  const next = [...remaining, ...matching.filter((group) => !remaining.includes(group))]
  if (next.length === groupIds.length && next.every((group) => groupIds.includes(group))) return
  await trx
    .updateTable('users')
    .set({ groupIds: next, updatedAt: now, updatedBy: email })
    .set((column) => ({ version: column('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await audit({
    event: 'users.updated',
    target: toUserTarget(id, email),
    before: { groupIds },
    after: { groupIds: next },
  })
}
