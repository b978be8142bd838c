import type { ListQuery } from './list/listQuery.ts'
import { buildListParams } from './recordCalls.ts'
import type { Resource } from './resource.ts'
import type { SelectedIds } from './list/selectedIds.ts'

type ExportOptions = { selectedIds?: SelectedIds; format?: 'csv' | 'ndjson' }

/**
 * Returns the console's URL of a list as a file: all records that match the query, or the selected
 * ones, with these columns or all.
 */
export function buildExportUrl(
  resource: Pick<Resource, 'name' | 'list' | 'relations'>,
  query: ListQuery,
  columns: readonly string[],
  { selectedIds = 'all', format }: ExportOptions = {},
): string {
  const params = buildListParams(resource, { ...query, after: null, limit: 50 })
  if (columns.length > 0) params.set('columns', columns.join(','))
  if (selectedIds !== 'all') params.set('ids', selectedIds.join(','))
  if (format) params.set('format', format)
  return `/api/${resource.name}/export?${params}`
}
