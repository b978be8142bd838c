import { sql } from 'kysely'
import { independentDays } from '#shared/credits/approval.ts'
import type { Connection } from '../schema.ts'

/** By their account; what was kept before accounts were has an address alone. */
export type Asker = { id: number | null; email: string }

type Asked = { operator: number; asker: Asker; at: string }

/** Whether who asked, or somebody whose account goes back to them, of late made, linked or changed this account or its groups. */
export async function goesBackTo(
  trx: Connection,
  { operator, asker, at }: Asked,
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
    select from behind where id <> ${operator} and id = coalesce(${asker.id}::integer,
      (select id from users where email = ${asker.email})) limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Finds the accounts whose entries count together with those of these accounts: those that they go back to, and all accounts that
 * go back to one of these. Otherwise creating an account would raise one's limit.
 */
export async function findRelatedAccounts(
  connection: Connection,
  ids: readonly number[],
  at: string,
): Promise<number[]> {
  const since = new Date(Date.parse(at) - independentDays * 86_400_000).toISOString()
  const { rows } = await sql<{ id: number }>`with recursive made as materialized (
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
      where audit.time >= ${since} and target_type in ('users', 'userGroups')),
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
