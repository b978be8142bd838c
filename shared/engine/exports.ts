import { listParams } from './listQuery.ts'
import type { ListQuery } from './listQuery.ts'
import { columnsOf, fieldOf } from './resource.ts'
import type { Resource } from './resource.ts'
import type { Chosen } from './selection.ts'

/** The columns of a file, unless some are asked for; of secrets there are none. */
export const exportableColumns = (resource: Resource): string[] =>
  ['id', ...columnsOf(resource), ...(resource.also ?? [])].filter((name) =>
    exportable(resource, name),
  )

export const exportable = (resource: Resource, name: string): boolean =>
  fieldOf(resource, name)?.kind !== 'secret' &&
  ['id', ...columnsOf(resource), ...(resource.also ?? [])].includes(name)

/** Where the console serves a list as a file: what its query matches, or what is chosen of it, with these columns. */
export function exportAddress(
  resource: Resource,
  query: ListQuery,
  columns: readonly string[],
  { chosen = 'all', format }: { chosen?: Chosen; format?: 'csv' | 'ndjson' } = {},
): string {
  const { name, place, asks = {} } = resource
  const params = listParams(resource, { ...query, after: null, limit: 50 })
  for (const [param, value] of Object.entries(asks)) params.append(param, value)
  if (place) params.append(`filter[${place.field}][eq]`, String(place.id))
  if (columns.length > 0)
    params.set('columns', columns.filter((column) => exportable(resource, column)).join(','))
  if (chosen !== 'all') params.set('ids', chosen.join(','))
  if (format) params.set('format', format)
  return `/api/${name}/export?${params}`
}
