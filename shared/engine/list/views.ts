import { array, boolean, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { ApiError, parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import { toSearchParams } from './listQuery.ts'
import { getPathParams } from './listView.ts'
import type { ListView } from './listView.ts'
import type { Resource } from '../resource.ts'

type ViewableResource = Pick<Resource, 'name'>

const SavedView = type({
  id: number(),
  name: string(),
  address: string(),
  shared: boolean(),
  mine: boolean(),
  isDefault: boolean(),
  /** How many it shows now; null where its filters no longer fit. */
  count: nullable(type({ total: number(), totalIsCapped: boolean() })),
  why: nullable(string()),
})
export type SavedView = Infer<typeof SavedView>
const ViewsResponse = type({ data: array(SavedView) })

/** GET /views: the operator's own ones and those that are shared, in the operator's order; none where it cannot be told. */
export async function listViews(
  api: Api,
  { name }: ViewableResource,
  signal?: AbortSignal,
): Promise<SavedView[]> {
  const search = new URLSearchParams({ resource: name })
  try {
    const { body } = await api.send({
      method: 'GET',
      path: '/views',
      search,
      ...(signal ? { signal } : {}),
    })
    return parseResponse(ViewsResponse, body).data
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** What of a list's address makes a view: search, filters, order, columns. */
export function buildViewQuery(
  resource: Pick<Resource, 'sort'>,
  { query, columns }: Pick<ListView, 'query' | 'columns'>,
): string {
  const params = toSearchParams(resource, { ...query, limit: 50, after: null })
  if (columns) params.set('columns', columns.join(','))
  return params.toString()
}

/** The view that a list begins with where its address asks for nothing else. */
export const findDefaultView = (
  resource: Pick<Resource, 'path'>,
  views: readonly SavedView[],
  asked: URLSearchParams,
): SavedView | undefined =>
  asked.size > getPathParams(resource).length
    ? undefined
    : views.find(({ isDefault, address }) => isDefault && address !== '')

export const buildViewUrl = (
  { path }: Pick<Resource, 'path'>,
  { address }: Pick<SavedView, 'address'>,
): string => (address === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${address}`)
