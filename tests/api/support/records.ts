import { randomUUID } from 'node:crypto'
import type { Field } from '#shared/fields.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import { recordTables } from '#server/platform/schema.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

/** A value that the field takes, hardly the same twice where it is a text. */
export function sampleValue({ kind, max = 40, options }: Field): unknown {
  switch (kind) {
    case 'text':
      return randomUUID().slice(0, max)
    case 'colour':
      return `#${randomUUID().slice(0, 6)}`
    case 'integer':
      return 7
    case 'decimal':
      return 12.5
    case 'toggle':
      return true
    case 'select':
      return options?.[0]?.value
  }
}

/** The values of a new record with every field filled, save the position: it then goes to the end. */
export const sampleValues = ({ fields, position }: Resource): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name === position ? null : sampleValue(field),
    ]),
  )

/** Puts rows into a table behind the API's back, for lists to find. */
export async function insertRows(
  { platform }: TestPlatform,
  resource: Resource,
  rows: Record<string, unknown>[],
): Promise<AnyRecord[]> {
  const at = platform.now().toISOString()
  const stamp = { createdAt: at, createdBy: 'test', updatedAt: at, updatedBy: 'test' }
  if (rows.length === 0) return []
  const inserted = await recordTables(platform.db)
    .insertInto(resource.name)
    .values(rows.map((row) => ({ ...stamp, ...row })))
    .returningAll()
    .execute()
  return inserted as AnyRecord[] // Every table of records has a stamp.
}

/** Empties a resource's table. */
export const clear = ({ platform }: TestPlatform, resource: Resource) =>
  recordTables(platform.db).deleteFrom(resource.name).execute()
