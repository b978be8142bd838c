import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** A store that uses a theme, and the version that it runs; null if none. */
export type StoreUsingTheme = {
  targetId: number
  label: string
  runs: number | null
  semver: string | null
}

/**
 * Finds the stores that use a theme, assigned or inherited. A store without its own version runs
 * the latest one that is rolled out to all stores, not counting `version`.
 */
export async function findStoresUsingTheme(
  connection: Connection,
  theme: number,
  version: number,
  store: number | null = null,
): Promise<StoreUsingTheme[]> {
  const { rows } = await sql<StoreUsingTheme>`
    with usual as (
      select id, semver from theme_versions
      where theme_id = ${theme} and rollout = 'all' and id <> ${version} order by id desc limit 1)
    select stores.id as target_id, stores.name as label,
      coalesce(own.id, (select id from usual)) as runs,
      coalesce(own.semver, (select semver from usual)) as semver
    from stores
    left join store_theme_versions as kept on kept.store_id = stores.id
    left join theme_versions as own on own.id = kept.version_id and own.theme_id = ${theme}
    where coalesce(stores.theme_id, (select theme_id from store_defaults)) = ${theme}
      and (${store}::int is null or stores.id = ${store})
    order by lower(stores.name), stores.id`.execute(connection)
  return rows
}

/**
 * Finds the stores that run a version because a rollout assigned it, each with the version before
 * it.
 */
export async function findStoresRunningVersion(
  connection: Connection,
  version: number,
): Promise<StoreUsingTheme[]> {
  const { rows } = await sql<StoreUsingTheme>`
    select stores.id as target_id, stores.name as label, was.id as runs, was.semver
    from store_theme_versions as kept join stores on stores.id = kept.store_id
    left join lateral (
      select from_id from theme_moves
      where store_id = kept.store_id and version_id = kept.version_id
      order by id desc limit 1) as moved on true
    left join theme_versions as was on was.id = moved.from_id
    where kept.version_id = ${version} order by lower(stores.name), stores.id`.execute(connection)
  return rows
}

const maxThemeExamples = 5

/**
 * Counts the stores that use a theme, assigned or inherited, with the names of some, and whether it
 * is the default.
 */
export async function countStoresUsingTheme(
  connection: Connection,
  theme: number,
): Promise<{ stores: number; examples: string[]; isDefault: boolean }> {
  const { rows } = await sql<{ name: string; stores: number }>`
    select name, count(*) over ()::int as stores from stores
    where coalesce(theme_id, (select theme_id from store_defaults)) = ${theme}
    order by lower(name), id limit ${maxThemeExamples}`.execute(connection)
  const defaults = await sql`
    select 1 from store_defaults where theme_id = ${theme}`.execute(connection)
  return {
    stores: rows[0]?.stores ?? 0,
    examples: rows.map(({ name }) => name),
    isDefault: defaults.rows.length > 0,
  }
}

/** Counts the stores that use any of these themes, and those whose theme is published. */
export async function countStoresUsingThemes(
  connection: Connection,
  ids: readonly number[],
): Promise<{ stores: number; published: number }> {
  const { rows } = await sql<{ stores: number; published: number }>`
    select count(*)::int as stores, (count(*) filter (where themes.status = 'published'))::int as published
    from stores join themes on themes.id = coalesce(theme_id, (select theme_id from store_defaults))
    where themes.id = any(${[...ids]}::int[])`.execute(connection)
  return rows[0] ?? { stores: 0, published: 0 }
}
