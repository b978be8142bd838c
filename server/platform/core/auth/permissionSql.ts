import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** An account's only store; null if it has several, or all. */
const onlyStoreIdSql = sql<number | null>`case
  when not users.all_stores and cardinality(users.store_ids) = 1 then users.store_ids[1] end`

/**
 * The store of a session that began with its identity provider, or else the account's only store.
 */
const sessionStoreIdSql = sql<number | null>`coalesce(tokens.store_id, ${onlyStoreIdSql})`

/**
 * Selects the permissions of an account's groups, and of groups that the identity providers of
 * `ssoStores` assign.
 */
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
 * An account's permissions in all of its stores, for queries on `users`. Groups from a store's
 * identity provider count only while it's the account's only store.
 */
export const userPermissionsSql = buildPermissionsSql(buildSsoStoreCondition(onlyStoreIdSql))

/**
 * A session's permissions, for queries on `users` and `tokens`. A session of one store includes
 * what that store's provider assigns.
 */
export const sessionPermissionsSql = buildPermissionsSql(buildSsoStoreCondition(sessionStoreIdSql))

/** An account's permissions in at least one store, for queries on `users`. */
export const anyStorePermissionsSql = buildPermissionsSql(sql`true`)

/**
 * An account's stores and those of its groups, null for all stores; for queries on `users`. Groups
 * from identity providers add no stores.
 */
const accountStoreIdsSql = sql<number[] | null>`case when not users.all_stores and not exists (
    select from user_groups where user_groups.id = any(users.group_ids) and all_stores)
  then array(select unnest(users.store_ids) union select unnest(user_groups.store_ids)
    from user_groups where user_groups.id = any(users.group_ids) order by 1) end`

export const userStoreIdsSql = accountStoreIdsSql.as('storeIds')

/**
 * A session's stores, for queries on `users` and `tokens`. A session that began with a store's
 * provider has only that store.
 */
export const sessionStoreIdsSql = sql<
  number[] | null
>`case when tokens.store_id is null then ${accountStoreIdsSql}
  else array(select tokens.store_id where tokens.store_id = any(users.store_ids)) end`.as(
  'storeIds',
)
