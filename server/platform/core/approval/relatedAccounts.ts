import { sql } from 'kysely'
import { independentDays } from '#shared/engine/approval.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** An account by ID and email. Requests from before accounts had IDs have only an email. */
export type Requester = { id: number | null; email: string }

type RelationQuery = { operator: number; requester: Requester; at: string }

/**
 * Whether the requester, or an account that goes back to them, recently created, invited, or
 * changed this account or its groups. Changes by accounts in between count: each of them in turn
 * may go back to another.
 */
export async function dependsOnRequester(
  trx: Connection,
  { operator, requester, at }: RelationQuery,
): Promise<boolean> {
  const since = new Date(Date.parse(at) - independentDays * 86_400_000).toISOString()
  const { rows } = await sql`with recursive behind as (
      select id, group_ids from users where id = ${operator}
      union
      select maker.id, maker.group_ids from behind
        join audit on audit.time >= ${since} and (
          target_type = 'users' and target_id = behind.id
            and (changes ?| array['email', 'groupIds', 'allStores', 'storeIds']
              or event in ('users.created', 'users.invitedAgain', 'users.passwordLinkMade'))
          or target_type = 'userGroups' and target_id = any(behind.group_ids)
            and (changes ?| array['permissions', 'allStores', 'storeIds']
              or event = 'userGroups.membersMoved'))
        join users as maker on maker.id = audit.actor_id
          or audit.actor_id is null and maker.email = audit.actor)
    select from behind where id <> ${operator} and id = coalesce(${requester.id}::integer,
      (select id from users where email = ${requester.email})) limit 1`.execute(trx)
  return rows.length > 0
}

type PendingApproval = { approver: Requester & { id: number }; requester: Requester; at: string }

/**
 * Finds how an approver and a requester depend on each other: which of the two accounts goes back
 * to the other, or null.
 */
export async function findDependency(
  trx: Connection,
  { approver, requester, at }: PendingApproval,
): Promise<'onAsker' | 'onApprover' | null> {
  if (await dependsOnRequester(trx, { operator: approver.id, requester, at })) return 'onAsker'
  const requesterId = requester.id ?? (await findIdByEmail(trx, requester.email))
  if (requesterId === null) return null
  const dependsOnApprover = await dependsOnRequester(trx, {
    operator: requesterId,
    requester: approver,
    at,
  })
  return dependsOnApprover ? 'onApprover' : null
}

async function findIdByEmail(trx: Connection, email: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(
    trx,
  )
  return rows[0]?.id ?? null
}

/**
 * Finds the accounts that can't approve this account's requests: itself, those that it goes back
 * to, and those that go back to it.
 */
export async function findIneligibleApprovers(
  connection: Connection,
  requesterId: number,
  at: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive ${buildMakersSql(at)},
    behind as (
      select ${requesterId}::integer as id
      union
      select maker from made join behind on account = behind.id),
    after as (
      select ${requesterId}::integer as id
      union
      select account from made join after on maker = after.id)
    select id from behind union select id from after`.execute(connection)
  return rows.map(({ id }) => id)
}

/**
 * Builds the table `made`: which account created, invited, or changed which other account or its
 * groups within `independentDays`.
 */
const buildMakersSql = (at: string) => {
  const since = new Date(Date.parse(at) - independentDays * 86_400_000).toISOString()
  return sql`made as materialized (
      select distinct account.id as account, maker.id as maker
      from audit
        join users as account on target_type = 'users' and target_id = account.id
            and (changes ?| array['email', 'groupIds', 'allStores', 'storeIds']
              or event in ('users.created', 'users.invitedAgain', 'users.passwordLinkMade'))
          or target_type = 'userGroups' and target_id = any(account.group_ids)
            and (changes ?| array['permissions', 'allStores', 'storeIds']
              or event = 'userGroups.membersMoved')
        join users as maker on maker.id = audit.actor_id
          or audit.actor_id is null and maker.email = audit.actor
      where audit.time >= ${since} and target_type in ('users', 'userGroups'))`
}

/**
 * Finds the accounts whose entries count together with those of these accounts: those that they go
 * back to, and all accounts that go back to one of these. Otherwise an operator could raise their
 * limit by creating an account.
 */
export async function findAccountsSharingLimits(
  connection: Connection,
  ids: readonly number[],
  at: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive ${buildMakersSql(at)},
    behind as (
      select unnest(${[...ids]}::int[]) as id
      union
      select maker from made join behind on account = behind.id),
    related as (
      select id from behind
      union
      select account from made join related on maker = related.id)
    select id from related`.execute(connection)
  return rows.map(({ id }) => id)
}
