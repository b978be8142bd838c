import { sql } from 'kysely'
import { fieldOf, labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field, Referred } from '#shared/engine/fields/fields.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'

const files: Referred = { name: 'files', label: 'name', sort: 'name' }

export const ledTo = (field: Field): Referred | undefined => (isUpload(field) ? files : field.to)

export function referencesOf(
  resource: Resource,
): { name: string; field: Field; other: Referred }[] {
  return Object.keys({ ...resource.fields, ...resource.derived }).flatMap((name) => {
    const field = fieldOf(resource, name)
    const other = field && ledTo(field)
    return other ? [{ name, field, other }] : []
  })
}

/** Puts beside each record what those it refers to are called, as far as its reader sees them: one query per field. */
export async function withLabels<T extends Record<string, unknown>>(
  connection: Connection,
  resource: Scoped,
  records: T[],
): Promise<(T & { labels?: Labels })[]> {
  const references = referencesOf(resource)
  if (references.length === 0) return records
  const found = await Promise.all(
    references.map(async ({ name, other }) => {
      const ids = [...new Set(records.flatMap((record) => record[name]))].filter(isId)
      return { name, labels: await labelsOf(connection, other, ids, resource) }
    }),
  )
  return records.map((record) => ({ ...record, labels: labelsFor(record, found) }))
}

const isId = (id: unknown): id is number => typeof id === 'number'

async function labelsOf(
  connection: Connection,
  other: Referred,
  ids: number[],
  { storeIds, permissions = [] }: Pick<Scoped, 'storeIds' | 'permissions'>,
) {
  if (ids.length === 0) return new Map<number, string>()
  const { rows } = await sql<Record<string, unknown>>`
    select id, ${sql.ref(other.label)} from ${rowsOf({ ...other, permissions }, storeIds)}
    where id = any(${ids}::int[])`.execute(connection)
  // The columns are those selected; labelOf reads no other.
  return new Map(
    rows.map((row) => [Number(row['id']), labelOf(other, row as unknown as AnyRecord)]),
  )
}

function labelsFor(
  record: Record<string, unknown>,
  found: { name: string; labels: Map<number, string> }[],
): Labels {
  return Object.fromEntries(
    found.flatMap(({ name, labels }) => {
      const value = record[name]
      return [value].flat().flatMap((id) => {
        const label = labels.get(Number(id))
        return label === undefined ? [] : [[Array.isArray(value) ? `${name}.${id}` : name, label]]
      })
    }),
  )
}
