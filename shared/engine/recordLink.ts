import { getField, getLabel, getRecordPanel } from './resource.ts'
import type { AnyRecord, Resource } from './resource.ts'
import { getResource } from './resourceRegistry.ts'

/** A record as a message names it. `id` is 0 for several; `to` is empty if it can't be opened. */
export type RecordLink = { resource: string; id: number; name: string; to: string }

export const buildListPath = (
  { path, relations: { parent } }: Resource,
  record: Record<string, unknown>,
): string => path.replace(/:\w+/, String(record[parent ?? ''] ?? ''))

/** Returns the URL that opens a record: its page, its panel in the list, or else its path. */
export function getRecordUrl(
  resource: Resource,
  record: Pick<AnyRecord, 'id'> & Record<string, unknown>,
): string {
  if (resource.list.page !== undefined) return resource.list.page.replace(':id', String(record.id))
  const path = buildListPath(resource, record)
  const panel = getRecordPanel(resource)
  if (panel === null) return `${path}/${record.id}`
  if (resource.api.single) return path
  return `${path}${path.includes('?') ? '&' : '?'}${panel}=${record.id}`
}

/** A reference to a record that has a page of its own. */
export type PageReference = { field: string; target: Resource }

/**
 * Returns the reference behind a field that names a record with a page of its own: the field
 * itself, or the reference next to a text. Null for all other fields.
 */
export function findPageReference(resource: Resource, name: string): PageReference | null {
  const field = getField(resource, name)?.namesRecordOf ?? name
  const target = getResource(getField(resource, field)?.target?.name ?? '')
  return target?.list.page === undefined ? null : { field, target }
}

/** Builds the URL of the page that a record's reference opens, if the user can see its target. */
export function buildPageUrl(
  { field, target }: PageReference,
  { [field]: id, labels }: Pick<AnyRecord, 'labels'> & Record<string, unknown>,
): string | undefined {
  return typeof id === 'number' && labels?.[field] ? getRecordUrl(target, { id }) : undefined
}

export const toRecordLink = (resource: Resource, record: AnyRecord): RecordLink => ({
  resource: resource.name,
  id: record.id,
  name: resource.api.single ? resource.title.many : getLabel(resource, record),
  to: getRecordUrl(resource, record),
})
