import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The only store of an account; null if it has several, or all. */
const onlyStoreIdSql = sql<number | null>`case
  when not users.all_stores and cardinality(users.store_ids) = 1 then users.store_ids[1] end`

/** The store of a session that began through a store's identity provider, or else the only store of its account. */
const sessionStoreIdSql = sql<number | null>`coalesce(tokens.store_id, ${onlyStoreIdSql})`

/** What the groups of an account allow together, and those that identity providers of some stores assign. */
const buildPermissionsSql = (ssoStores: RawBuilder<boolean>) =>
  sql<string[]>`array(
    select distinct unnest(permissions) collate "C" from user_groups
    where user_groups.id = any(users.group_ids) or user_groups.id in (
      select group_id from sso_groups where user_id = users.id and ${ssoStores})
    order by 1
  )`.as('permissions')

const buildSsoStoreCondition = (storeId: RawBuilder<number | null>) =>
  sql<boolean>`sso_groups.store_id = ${storeId} and sso_groups.store_id = any(users.store_ids)`

/**
 * What an account may do in all of its stores; for queries on `users`. Groups from a store's identity provider count only
 * while that store is the account's only one.
 */
export const userPermissionsSql = buildPermissionsSql(buildSsoStoreCondition(onlyStoreIdSql))

/** What a session may do; for queries on `users` and `tokens`. A session of one store has what that store's provider assigns. */
export const sessionPermissionsSql = buildPermissionsSql(buildSsoStoreCondition(sessionStoreIdSql))

/** What an account may do in at least one store; for queries on `users`. */
export const anyStorePermissionsSql = buildPermissionsSql(sql`true`)

/** The stores of an account with those of its groups, null where it is for all; for queries on `users`. Groups from identity providers give no stores. */
const accountStoreIdsSql = sql<number[] | null>`case when not users.all_stores and not exists (
    select from user_groups where user_groups.id = any(users.group_ids) and all_stores)
  then array(select unnest(users.store_ids) union select unnest(user_groups.store_ids)
    from user_groups where user_groups.id = any(users.group_ids) order by 1) end`

export const userStoreIdsSql = accountStoreIdsSql.as('storeIds')

/** The stores of a session; for queries on `users` and `tokens`. One that began through a store's provider has that store only. */
export const sessionStoreIdsSql = sql<
  number[] | null
>`case when tokens.store_id is null then ${accountStoreIdsSql}
  else array(select tokens.store_id where tokens.store_id = any(users.store_ids)) end`.as(
  'storeIds',
)
