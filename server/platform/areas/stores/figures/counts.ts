import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { addDays, toDay } from '#shared/format/dates.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const stateFields = Object.entries(integrationsByKind).map(([kind, { field }]) => ({ kind, field }))

const countedColumns: Record<string, RawBuilder<unknown>> = {
  orders30d: sql`coalesce(day_sums.orders, 0)`,
  failedPayments7d: sql`coalesce(day_sums.failed, 0)`,
  refusals: sql`refusing.refusals`,
  failing: sql`coalesce(states.failing, false)`,
  lastOrderAt: sql`(select max(placed_at) from orders where orders.store_id = stores.id)`,
  lastActivityAt: sql`greatest(
    (select max(placed_at) from orders where orders.store_id = stores.id),
    (select max(time) from audit where audit.store_id = stores.id))`,
  ...Object.fromEntries(
    stateFields.map(({ field }) => [
      field,
      sql`coalesce(states.${sql.ref(field)}, 'not_configured')`,
    ]),
  ),
}

/**
 * From how many failed payments on a store counts as declining, if they are more than 1 / `share`
 * of its orders.
 */
const declineThresholds = { failed: 10, share: 2 }
const isDeclining = sql<boolean>`failed >= ${sql.lit(declineThresholds.failed)} and failed * ${sql.lit(declineThresholds.share)} > lately`

/**
 * Payments that failed because of a setup that has since been fixed don't predict the next ones.
 */
const isFixed = sql<boolean>`(reason = 'configuration' and retryable <> 'no')`

const joinColumns = (columns: string[], written: (name: string) => RawBuilder<unknown>) =>
  sql.join(columns.map(written))

/**
 * Recomputes what stores show, except member counts, in one pass over each table and by UTC days.
 * Skips a store that changed in the meantime: its own write recomputes it.
 */
export async function refreshStoreActivity(
  connection: Connection,
  now: Date,
  ids: StoreIds,
): Promise<void> {
  const today = toDay(now)
  const buildSince = (days: number) => sql`${addDays(today, 1 - days)}::date`
  const names = Object.keys(countedColumns)
  await sql`
    with day_sums as (
      select store_id, sum(orders)::int as orders,
        (sum(orders) filter (where day >= ${buildSince(7)}))::int as lately,
        (sum(payments_failed) filter (where day >= ${buildSince(7)}))::int as failed
      from store_days
      where day between ${buildSince(30)} and ${today}::date and ${matchesIds('storeId', ids)}
      group by store_id),
    states as (
      select store_id, bool_or(state = 'degraded') as failing, ${sql.join(
        stateFields.map(
          ({ kind, field }) => sql`max(state) filter (where kind = ${kind}) as ${sql.ref(field)}`,
        ),
      )}
      from integrations where ${matchesIds('storeId', ids)} group by store_id),
    refusing as (
      select store_id, jsonb_build_object('failed', failed, 'orders', lately) || coalesce((
        select jsonb_build_object(
          'reason', reason, 'code', mode() within group (order by raw_code))
        from payment_attempts
        where payment_attempts.store_id = counted.store_id and attempted_at >= ${buildSince(7)} and not ${isFixed}
        group by reason order by count(*) desc, reason limit 1), '{}') as refusals
      from (
        select store_id, lately, failed - (select count(*)::int from payment_attempts
          where payment_attempts.store_id = day_sums.store_id and attempted_at >= ${buildSince(7)} and ${isFixed}) as failed
        from day_sums where ${isDeclining}) as counted
      where ${isDeclining}),
    fresh as (
      select id, version, ${joinColumns(names, (name) => sql`${countedColumns[name]} as ${sql.ref(name)}`)}
      from stores
      left join day_sums on day_sums.store_id = stores.id
      left join states on states.store_id = stores.id
      left join refusing on refusing.store_id = stores.id
      where ${matchesIds('stores.id', ids)})
    update stores set ${joinColumns(names, (name) => sql`${sql.ref(name)} = ${sql.ref(`fresh.${name}`)}`)}
    from fresh
    where stores.id = fresh.id and stores.version = fresh.version
      and (${joinColumns(names, (name) => sql.ref(`stores.${name}`))})
        is distinct from (${joinColumns(names, (name) => sql.ref(`fresh.${name}`))})`.execute(
    connection,
  )
}

/**
 * The tables that count their stores, and the store's field that refers to them. In the order in
 * which they are locked.
 */
const storeCountFields = {
  organisations: 'organisationId',
  themes: 'themeId',
  blueprints: 'blueprintId',
} as const

export type StoreCountIds = Partial<Record<keyof typeof storeCountFields, StoreIds>>

type StoreValues = Readonly<Record<string, unknown>>

/**
 * Finds the records whose store count changed between `before` and `after`. A new store has no
 * `before`.
 */
export const findRecordsToRecount = (
  before: readonly StoreValues[],
  after: readonly StoreValues[],
): StoreCountIds =>
  Object.fromEntries(
    Object.entries(storeCountFields).map(([table, field]) => {
      const ids = after.flatMap((store, index) => {
        const [from, to] = [before[index]?.[field], store[field]]
        return from === to ? [] : [from, to].filter((id) => typeof id === 'number')
      })
      return [table, ids]
    }),
  )

/**
 * Recomputes the store counts of organizations, themes, and blueprints. Locks them first, sorted by ID, so that
 * no store is missed.
 */
export async function refreshStoreCounts(
  connection: Connection,
  counts: StoreCountIds = { organisations: null, themes: null, blueprints: null },
): Promise<void> {
  if (!connection.isTransaction)
    return connection.transaction().execute((trx) => refreshStoreCounts(trx, counts))
  for (const [name, field] of Object.entries(storeCountFields)) {
    const ids = counts[name as keyof StoreCountIds] ?? null // The keys of `storeCountFields`.
    if (ids?.length === 0) continue
    const table = sql.table(name)
    await sql`select id from ${table} where ${matchesIds('id', ids)} order by id for no key update`.execute(
      connection,
    )
    await sql`
      update ${table} set stores = fresh.stores
      from (
        select counting.id, count(stores.id)::int as stores
        from ${table} as counting left join stores on stores.${sql.ref(field)} = counting.id
        where ${matchesIds('counting.id', ids)} group by counting.id) as fresh
      where ${table}.id = fresh.id and ${table}.stores <> fresh.stores`.execute(connection)
  }
}
