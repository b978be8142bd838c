import { sql } from 'kysely'
import { matchRowTimes } from '#server/platform/database/monthPartitions.ts'
import { toColumnName } from '#server/platform/database/toColumnName.ts'
import { toAuditTarget } from '../audit/audit.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { WriteContext } from '../http/call.ts'
import { validationFailed } from '../platform/httpError.ts'
import { getRecordColumns } from '../records/list/columns.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { toUniqueErrors } from '../records/uniqueErrors.ts'
import { applyAndReload } from '../records/resourceHooks.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import type { FieldValues } from '../records/values.ts'
import type { BulkHandler } from '../records/bulkHandler.ts'

/** A locked record and its changing values. */
type LockedChange = { before: AnyRecord; values: FieldValues }

/**
 * Writes checked changes, with an audit entry for each and all hooks. Returns the records
 * afterward, in the same order.
 */
export async function writeChanges(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  changes: readonly LockedChange[],
  { event, afterWrite }: Pick<BulkHandler, 'event' | 'afterWrite'>,
): Promise<AnyRecord[]> {
  if (changes.length === 0) return []
  const deriveValues = resource.hooks.deriveValues
  const written = new Map<number, AnyRecord>()
  const updates = changes.map(({ before, values }) => ({
    id: before.id,
    set: { ...values, ...deriveValues?.(values) },
  }))
  // One statement updates all records that change in the same fields.
  const updatesByFields = Map.groupBy(updates, ({ set }) => Object.keys(set).toSorted().join())
  for (const batch of updatesByFields.values())
    for (const row of await updateRows(resource, context, batch)) written.set(row.id, row)
  await context.audit(
    ...changes.map(({ before, values }) => {
      const names = Object.keys({ ...values, ...deriveValues?.(values) })
      const after = written.get(before.id) ?? before
      return {
        event: `${resource.name}.${event ?? 'updated'}`,
        target: toAuditTarget(resource, after),
        before: pickValues(before, names),
        after: pickValues(after, names),
      }
    }),
  )
  const befores = changes.map(({ before }) => before)
  const rows = befores.map((before) => written.get(before.id) ?? before)
  await afterWrite?.(context, befores, rows)
  return applyAndReload(resource, context, rows, befores)
}

type RowUpdate = { id: number; set: FieldValues }

async function updateRows(
  resource: ScopedResource<ResourceModule>,
  { trx, now, caller }: WriteContext,
  batch: readonly RowUpdate[],
): Promise<AnyRecord[]> {
  const table = sql.table(resource.name)
  const names = Object.keys(batch[0]?.set ?? {})
  const records = batch.map(({ id, set }) =>
    Object.fromEntries([
      ['id', id],
      ...names.map((name) => [toColumnName(name), set[name] ?? null] as const),
    ]),
  )
  const toColumn = (name: string) => sql.ref(`${resource.name}.${name}`)
  const ids = batch.map(({ id }) => id)
  const { rows } = await sql<AnyRecord>`
    update ${table} set ${sql.join(names.map((name) => sql`${sql.ref(name)} = told.${sql.ref(name)}`))},
      version = ${toColumn('version')} + 1, updated_at = ${now}, updated_by = ${caller.email}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) as told
    where ${toColumn('id')} = told.id and ${await matchRowTimes(trx, resource.name, ids)}
    returning ${sql.join(getRecordColumns(resource).map(toColumn))}`
    .execute(trx)
    .catch((error: unknown) => {
      throw validationFailed(toUniqueErrors(resource, error))
    })
  return rows
}

export const pickValues = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
