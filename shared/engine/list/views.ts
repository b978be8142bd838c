import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { ApiError, parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import { formatColumnWidths } from './columnWidths.ts'
import { toSearchParams } from './listQuery.ts'
import { getPathQueryParams } from './listView.ts'
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
  /** How many records it shows now; null if its filters are no longer valid. */
  count: nullable(type({ total: number(), totalIsCapped: boolean() })),
  why: nullable(string()),
  /** How many records were selected, if the view is a saved selection. */
  saved: optional(nullable(number())),
})
export type SavedView = Infer<typeof SavedView>
const ViewsResponse = type({ data: array(SavedView) })

/**
 * GET /views: lists the operator's own and shared views, in the operator's order; none if they
 * can't be loaded.
 */
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

/** Returns the part of a list's URL that a view saves: search, filters, order, columns, and their widths. */
export function buildViewQuery(
  resource: Pick<Resource, 'list'>,
  { query, columns, widths }: Pick<ListView, 'query' | 'columns' | 'widths'>,
): string {
  const params = toSearchParams(resource, { ...query, limit: 50, after: null })
  const shown = [...(columns ?? []), ...formatColumnWidths(widths)]
  if (shown.length > 0) params.set('columns', shown.join(','))
  return params.toString()
}

/** Returns the view that a list starts with if its URL asks for nothing else. */
export const findDefaultView = (
  resource: Pick<Resource, 'path'>,
  views: readonly SavedView[],
  params: URLSearchParams,
): SavedView | undefined =>
  params.size > getPathQueryParams(resource).length
    ? undefined
    : views.find(({ isDefault, address }) => isDefault && address !== '')

export const buildViewUrl = (
  { path }: Pick<Resource, 'path'>,
  { address }: Pick<SavedView, 'address'>,
): string => (address === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${address}`)
