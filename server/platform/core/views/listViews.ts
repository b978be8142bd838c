import { sql } from 'kysely'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import type { Caller } from '../auth/tokens.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import type { CallResult } from '../http/call.ts'
import { badRequest, HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { mapConcurrently } from '../jobs/mapConcurrently.ts'
import { findPreference } from '../auth/preferences.ts'
import { countRows } from '../records/list/count.ts'
import { buildCondition } from '../records/list/filters.ts'
import { requireKnownParameters } from '../records/list/list.ts'
import type { ReadableResource } from '../records/list/readExtension.ts'
import { getVisibleRows, limitToCaller } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { viewMessages } from './messages.ts'

type ViewRow = {
  id: number
  name: string
  address: string
  shared: boolean
  mine: boolean
  saved: number | null
}

type ViewCount = Pick<SavedView, 'count' | 'why'>

/**
 * The maximum number of views in a list. The caller's own come first, then the shared ones in the
 * caller's order.
 */
const maxViews = 100
const countConcurrency = 4

/** GET /views */
export async function listViews(
  resources: readonly ReadableResource[],
  { query }: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  requireKnownParameters(query, ['resource'])
  const resource = requireListResource(resources, query.get('resource'))
  requirePermission(`${resource.permission}:read`, caller)
  const order = await findPreference(db, caller.id, `views.${resource.name}`)
  const defaultView = await findPreference(db, caller.id, `view.${resource.name}`)
  const preferredIds = [...(defaultView ?? []), ...(order ?? [])]
  const { rows } = await sql<ViewRow>`
    select id, name, shared, mine, cardinality(ids) as saved,
      case when ids is null then address else concat_ws('&', 'selection=' || id, nullif(address, '')) end as address
    from (
      select *, user_id = ${caller.id} as mine, id::text = any(${preferredIds}::text[]) as chosen from views
      where resource = ${resource.name} and (shared or user_id = ${caller.id})
      order by mine desc, chosen desc, lower(name), id limit ${maxViews}) as answered
    order by lower(name), id`.execute(db)
  const getPosition = ({ id }: ViewRow) => {
    const index = order?.indexOf(String(id)) ?? -1
    return index < 0 ? rows.length : index
  }
  const counts = new Map<number, ViewCount>()
  await mapConcurrently(countConcurrency, rows, async ({ id, address }) => {
    counts.set(id, await countView(db, limitToCaller(caller, resource), address, now()))
  })
  const data = rows
    .toSorted((one, other) => getPosition(one) - getPosition(other))
    .map((row) => ({
      ...row,
      isDefault: defaultView?.[0] === String(row.id),
      ...counts.get(row.id),
    }))
  return { status: 200, body: { data } }
}

/** Returns the list with this name. Resources with a single record have no views. */
export function requireListResource(
  resources: readonly ReadableResource[],
  name: unknown,
): ReadableResource {
  const resource = resources.find((one) => one.name === name && !one.api.single)
  if (!resource) throw badRequest(viewMessages.unknownList)
  return resource
}

/** Returns why the list doesn't support a view; null if it does. */
export function explainUnsupportedView(resource: Resource, address: string): string | null {
  const [first] = parseListView(resource, new URLSearchParams(address)).ignoredParams
  return first ? `${first.name} ${first.reason}` : null
}

async function countView(
  db: Connection,
  resource: ScopedResource<ReadableResource>,
  address: string,
  now: Date,
): Promise<ViewCount> {
  const why = explainUnsupportedView(resource, address)
  if (why !== null) return { count: null, why }
  const { query } = parseListView(resource, new URLSearchParams(address))
  const table = getVisibleRows(resource, resource.storeIds)
  try {
    const condition = await buildCondition(db, resource, query, now)
    const { total, totalIsCapped } = await countRows(db, { table, condition })
    return { count: { total, totalIsCapped }, why: null }
  } catch (error) {
    // A saved selection that the view names is gone, or no longer shared.
    if (!(error instanceof HttpError && error.problem.status === 400)) throw error
    return { count: null, why: error.problem.detail.replace(/\.$/, '') }
  }
}
