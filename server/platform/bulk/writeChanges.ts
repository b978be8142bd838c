import { sql } from 'kysely'
import { targetOf } from '../audit/audit.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import { invalid } from '../http/refusal.ts'
import { answered } from '../records/columns.ts'
import type { Scoped } from '../records/inScope.ts'
import { refusedFields } from '../records/refusedFields.ts'
import { settled } from '../records/settled.ts'
import type { Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import { recordTables } from '../schema.ts'
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
  // Most are given the same, and one statement writes all of those.
  const alike = Map.groupBy(changes, ({ values }) => JSON.stringify(values))
  for (const same of alike.values()) {
    const values = same[0]?.values ?? {}
    const set = { ...values, ...implied?.(values) }
    const ids = same.map(({ before }) => before.id)
    for (const row of await update(resource, work, ids, set)) written.set(row.id, row)
  }
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

async function update(
  resource: Scoped<Kept>,
  { trx, now, caller }: Work,
  ids: number[],
  set: Values,
): Promise<AnyRecord[]> {
  const rows = await recordTables(trx)
    .updateTable(resource.name)
    .set({ ...set, version: sql`version + 1`, updatedAt: now, updatedBy: caller.email })
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .returning(answered(resource))
    .execute()
    .catch((error: unknown) => {
      throw invalid(refusedFields(resource, error))
    })
  return rows as AnyRecord[] // The columns are those of `answered`.
}

export const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
