import { getLabel, getRecordPanel } from './resource.ts'
import type { AnyRecord, Resource } from './resource.ts'

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

export const toRecordLink = (resource: Resource, record: AnyRecord): RecordLink => ({
  resource: resource.name,
  id: record.id,
  name: resource.api.single ? resource.title.many : getLabel(resource, record),
  to: getRecordUrl(resource, record),
})
