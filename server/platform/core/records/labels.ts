import { sql } from 'kysely'
import { getField, getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { ReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'

type LabelSource = Pick<ReferenceTarget, 'name' | 'list' | 'relations'>

const filesTarget = { name: 'files', list: { sort: 'name' }, relations: { label: 'name' } }

/** Returns the records that a field's IDs refer to: another resource's, or uploaded files. */
export const getLabelSource = (field: Field): LabelSource | undefined =>
  isUpload(field) ? filesTarget : getReferenceTarget(field)

export function getReferences(
  resource: Resource,
): { name: string; field: Field; other: LabelSource }[] {
  return Object.keys({ ...resource.fields, ...resource.derived }).flatMap((name) => {
    const field = getField(resource, name)
    const other = field && getLabelSource(field)
    return other ? [{ name, field, other }] : []
  })
}

/**
 * Adds the labels of the records that these records refer to, as far as the reader can see them.
 * Runs one query per field.
 */
export async function addLabels<T extends Record<string, unknown>>(
  connection: Connection,
  resource: ScopedResource,
  records: T[],
): Promise<(T & { labels?: Labels })[]> {
  const references = getReferences(resource)
  if (references.length === 0) return records
  const labelsByField = await Promise.all(
    references.map(async ({ name, other: target }) => {
      const ids = [...new Set(records.flatMap((record) => record[name]))].filter(isNumericId)
      return { name, labels: await loadLabels(connection, target, ids, resource) }
    }),
  )
  return records.map((record) => ({ ...record, labels: pickLabels(record, labelsByField) }))
}

const isNumericId = (id: unknown): id is number => typeof id === 'number'

async function loadLabels(
  connection: Connection,
  target: LabelSource,
  ids: number[],
  { storeIds, permissions }: Pick<ScopedResource, 'storeIds' | 'permissions'>,
) {
  if (ids.length === 0) return new Map<number, string>()
  const { rows } = await sql<Record<string, unknown>>`
    select id, ${sql.ref(target.relations.label)} from ${getVisibleRows({ ...target, ...(permissions && { permissions }) }, storeIds)}
    where id = any(${ids}::int[])`.execute(connection)
  // `getLabel` reads only the selected columns.
  return new Map(
    rows.map((row) => [Number(row['id']), getLabel(target, row as unknown as AnyRecord)]),
  )
}

function pickLabels(
  record: Record<string, unknown>,
  labelsByField: { name: string; labels: Map<number, string> }[],
): Labels {
  return Object.fromEntries(
    labelsByField.flatMap(({ name, labels }) => {
      const value = record[name]
      return [value].flat().flatMap((id) => {
        const label = labels.get(Number(id))
        return label === undefined ? [] : [[Array.isArray(value) ? `${name}.${id}` : name, label]]
      })
    }),
  )
}
