import { array, integer, max, min, refine, size, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { limits } from '#shared/limits.ts'
import type { Chosen } from './chosen.ts'
import { listParams } from './listQuery.ts'
import type { ListQuery } from './listQuery.ts'
import type { Resource } from '../resource.ts'

const Ids = type({
  ids: size(array(min(max(integer(), 2 ** 31 - 1), 1)), 1, limits.bulkRecords),
})
const Query = type({ query: size(string(), 0, 8000) })
/** These records, or all that a query of the list matches: `search=...&filter[f][op]=v`, without order and page. */
export const Selection = union([
  refine(Ids, 'ids alone', (body) => !('query' in body)),
  refine(Query, 'query alone', (body) => !('ids' in body)),
])
export type Selection = Infer<typeof Selection>

/** What is chosen as the platform is told it: all is the query of this list, within its place. */
export function selectionOf(
  resource: Pick<Resource, 'sort' | 'place'>,
  query: ListQuery,
  chosen: Chosen,
): Selection {
  if (chosen !== 'all') return { ids: [...chosen] }
  const { place } = resource
  const params = listParams(resource, { ...query, after: null, limit: 50 })
  params.delete('sort')
  if (place) params.append(`filter[${place.field}][eq]`, String(place.id))
  return { query: params.toString() }
}
