import type { ListQuery } from './list/listQuery.ts'
import { listSearch } from './recordCalls.ts'
import type { Resource } from './resource.ts'
import type { Chosen } from './list/chosen.ts'

type More = { chosen?: Chosen; format?: 'csv' | 'ndjson' }

/** Where the console serves a list as a file: what its query matches, or what is chosen of it, with these columns or all. */
export function exportAddress(
  resource: Pick<Resource, 'name' | 'sort' | 'place' | 'asks'>,
  query: ListQuery,
  columns: readonly string[],
  { chosen = 'all', format }: More = {},
): string {
  const params = listSearch(resource, { ...query, after: null, limit: 50 })
  if (columns.length > 0) params.set('columns', columns.join(','))
  if (chosen !== 'all') params.set('ids', chosen.join(','))
  if (format) params.set('format', format)
  return `/api/${resource.name}/export?${params}`
}
