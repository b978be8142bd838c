import { sql } from 'kysely'
import { columnName } from '#server/platform/database/columnName.ts'
import { targetOf } from '../audit/audit.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import { invalid } from '../platform/refusal.ts'
import { answered } from '../records/list/columns.ts'
import type { Scoped } from '../records/inScope.ts'
import { refusedFields } from '../records/refusedFields.ts'
import { settled } from '../records/settled.ts'
import type { Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import type { BulkWork } from '../records/bulkWork.ts'

/** One record that is held, and the values of it that change. */
export type Written = { before: AnyRecord; values: Values }

/** Writes what was found to be right, with an audit entry for each and all that follows; answers the records as they are then, in the same order. */
export async function writeChanges(
  resource: Scoped<Kept>,
  work: Work,
  changes: readonly Written[],
  { event, follow }: Pick<BulkWork, 'event' | 'follow'>,
): Promise<AnyRecord[]> {
  if (changes.length === 0) return []
  const implied = resource.consequence?.implied
  const written = new Map<number, AnyRecord>()
  const whole = changes.map(({ before, values }) => ({
    id: before.id,
    set: { ...values, ...implied?.(values) },
  }))
  // One statement writes all of those that change in the same fields.
  const alike = Map.groupBy(whole, ({ set }) => Object.keys(set).toSorted().join())
  for (const some of alike.values())
    for (const row of await update(resource, work, some)) written.set(row.id, row)
  await work.audit(
    ...changes.map(({ before, values }) => {
      const names = Object.keys({ ...values, ...implied?.(values) })
      const after = written.get(before.id) ?? before
      return {
        event: `${resource.name}.${event ?? 'updated'}`,
        target: targetOf(resource, after),
        before: pick(before, names),
        after: pick(after, names),
      }
    }),
  )
  const befores = changes.map(({ before }) => before)
  const rows = befores.map((before) => written.get(before.id) ?? before)
  await follow?.(work, befores, rows)
  return settled(resource, work, rows, befores)
}

type Set = { id: number; set: Values }

async function update(
  resource: Scoped<Kept>,
  { trx, now, caller }: Work,
  some: readonly Set[],
): Promise<AnyRecord[]> {
  const table = sql.table(resource.name)
  const names = Object.keys(some[0]?.set ?? {})
  const told = some.map(({ id, set }) =>
    Object.fromEntries([
      ['id', id],
      ...names.map((name) => [columnName(name), set[name] ?? null] as const),
    ]),
  )
  const of = (name: string) => sql.ref(`${resource.name}.${name}`)
  const { rows } = await sql<AnyRecord>`
    update ${table} set ${sql.join(names.map((name) => sql`${sql.ref(name)} = told.${sql.ref(name)}`))},
      version = ${of('version')} + 1, updated_at = ${now}, updated_by = ${caller.email}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(told)}::jsonb) as told
    where ${of('id')} = told.id
    returning ${sql.join(answered(resource).map(of))}`
    .execute(trx)
    .catch((error: unknown) => {
      throw invalid(refusedFields(resource, error))
    })
  return rows
}

export const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
