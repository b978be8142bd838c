import { array, integer, max, min, refine, size, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { limits } from '#shared/limits.ts'
import type { SelectedIds } from './selectedIds.ts'
import { toSearchParams } from './listQuery.ts'
import type { ListQuery } from './listQuery.ts'
import type { Resource } from '../resource.ts'

const IdsSelection = type({
  ids: size(array(min(max(integer(), 2 ** 31 - 1), 1)), 1, limits.bulkRecords),
})
const QuerySelection = type({ query: size(string(), 0, 8000) })
/**
 * These records, or all that a query of the list matches: `search=...&filter[f][op]=v`, without
 * order and page.
 */
export const Selection = union([
  refine(IdsSelection, 'ids alone', (body) => !('query' in body)),
  refine(QuerySelection, 'query alone', (body) => !('ids' in body)),
])
export type Selection = Infer<typeof Selection>

/** Converts a selection for the platform: `all` is the query of this list, within its parent. */
export function toSelection(
  resource: Pick<Resource, 'list' | 'parentFilter'>,
  query: ListQuery,
  selectedIds: SelectedIds,
): Selection {
  if (selectedIds !== 'all') return { ids: [...selectedIds] }
  const { parentFilter } = resource
  const params = toSearchParams(resource, { ...query, after: null, limit: 50 })
  params.delete('sort')
  if (parentFilter) params.append(`filter[${parentFilter.field}][eq]`, String(parentFilter.id))
  return { query: params.toString() }
}
