import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { getBulkHandler } from '#server/platform/core/bulk/planBulk.ts'
import { addLabels } from '#server/platform/core/records/labels.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Leaves in a plan only what changes a record: the other rows were shown, and are not scheduled. */
export const deleteIdleRows = (trx: Connection, planId: number): Promise<unknown> =>
  sql`delete from plan_rows where plan_id = ${planId} and outcome <> 'change'`.execute(trx)

type ZonePlan = { zone: string; planId: number }

/** Splits a plan of stores by their time zones. The first zone keeps the plan. */
export async function splitPlanByStoreZone(trx: Connection, planId: number): Promise<ZonePlan[]> {
  const { rows: zones } = await sql<{ zone: string; ids: number[] }>`
    select coalesce(time_zone, (select time_zone from store_defaults)) as zone, array_agg(id) as ids
    from stores where id in (select target_id from plan_rows where plan_id = ${planId})
    group by 1 order by 1`.execute(trx)
  const plans: ZonePlan[] = []
  for (const [index, { zone, ids }] of zones.entries())
    plans.push({ zone, planId: index === 0 ? planId : await movePlanRows(trx, planId, ids) })
  return plans
}

async function movePlanRows(trx: Connection, planId: number, ids: number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bulk_plans (user_id, resource, action, given, rows, expires_at, summary)
    select user_id, resource, action, given, rows, expires_at, summary from bulk_plans
    where id = ${planId} returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // Just created.
  await sql`update plan_rows set plan_id = ${id}
    where plan_id = ${planId} and target_id = any(${ids}::int[])`.execute(trx)
  return id
}

/** What a plan would change: how many records, which fields, and in which stores. */
export type PlanReach = {
  records: number
  /** The name of the record, if it's only one. */
  label: string | null
  fields: string[]
  storeIds: number[]
  /** The stores that count toward the limit for approval. */
  reachedStores: number
}

/**
 * Loads what a plan would change. Records that belong to no store, such as sizes, reach all stores
 * if the resource says so.
 */
export async function loadPlanReach(
  trx: Connection,
  planId: number,
  module: ResourceModule,
  action: BulkAction,
): Promise<PlanReach> {
  const rows = sql`select target_id, label, becomes from plan_rows where plan_id = ${planId}`
  const counted = await sql<Pick<PlanReach, 'records' | 'label' | 'fields'>>`
    select count(*)::int as records, case when count(*) = 1 then max(label) end as label,
      coalesce((select array_agg(distinct key)
        from (${rows}) as changing, jsonb_object_keys(changing.becomes) as key), '{}') as fields
    from (${rows}) as planned`.execute(trx)
  const { records = 0, label = null, fields = [] } = counted.rows[0] ?? {}
  const storeIds = await findPlanStores(trx, planId, module, action)
  const reachesAll = storeIds.length === 0 && module.api.impact !== undefined
  const all = reachesAll ? await loadIds(trx, sql`select id from stores`) : storeIds
  const name = label === null ? null : await formatRecordName(trx, planId, module, label)
  return { records, label: name, fields, storeIds, reachedStores: all.length }
}

/**
 * Adds the records that a label needs to be understood: a version's theme, for example. A store's
 * name is enough.
 */
async function formatRecordName(
  trx: Connection,
  planId: number,
  module: ResourceModule,
  label: string,
): Promise<string> {
  // A change shows its stores anyway.
  const fields = (module.relations.disambiguatingFields ?? []).filter(
    (name) => name !== module.relations.scope,
  )
  if (fields.length === 0 || module.name === stores.name) return label
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(fields.map((field) => sql.ref(field)))}
    from ${sql.table(module.name)}
    where id in (select target_id from plan_rows where plan_id = ${planId})`.execute(trx)
  const [record] = await addLabels(trx, { ...module, storeIds: null }, rows)
  const names = fields.flatMap((field) => record?.labels?.[field] ?? [])
  return [...names, label].join(' ')
}

async function findPlanStores(
  trx: Connection,
  planId: number,
  module: ResourceModule,
  action: BulkAction,
): Promise<number[]> {
  const { name, relations } = module
  const { findStoreIds } = getBulkHandler(module, action)
  const ids = sql`select target_id from plan_rows where plan_id = ${planId}`
  if (findStoreIds)
    return findStoreIds(
      trx,
      await loadIds(trx, sql`select target_id as id from (${ids}) as planned`),
    )
  if (name === stores.name) return loadIds(trx, sql`select id from stores where id in (${ids})`)
  const assigned = Object.entries(module.fields).find(
    ([, { kind, target }]) => kind === 'references' && target?.name === stores.name,
  )
  if (assigned)
    return loadIds(
      trx,
      sql`select distinct unnest(${sql.ref(assigned[0])}) as id
        from ${sql.table(name)} where id in (${ids})`,
    )
  if (relations.scope === undefined) return []
  const scope = sql.ref(relations.scope)
  return loadIds(
    trx,
    sql`select distinct ${scope} as id from ${sql.table(name)}
      where id in (${ids}) and ${scope} is not null`,
  )
}

async function loadIds(trx: Connection, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from (${query}) as found order by id`.execute(trx)
  return rows.map(({ id }) => id)
}
