import { sql } from 'kysely'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import type { Caller } from '../auth/tokens.ts'
import type { Asked } from '../http/asked.ts'
import { demand } from '../http/answering.ts'
import type { Answer } from '../http/call.ts'
import { badRequest } from '../platform/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { someAtOnce } from '../jobs/someAtOnce.ts'
import { chosenBy } from './preferenceCalls.ts'
import { countRows } from '../records/list/count.ts'
import { conditionOf } from '../records/list/filters.ts'
import { rowsOf, scopedTo } from '../records/inScope.ts'
import { refuseUnknownParameters } from '../records/list/list.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { viewMessages } from './messages.ts'

type Row = { id: number; name: string; address: string; shared: boolean; mine: boolean }

type Counted = Pick<SavedView, 'count' | 'why'>

/** What is one's own, and what one chose of what is shared, stands before the rest. */
const mostAnswered = 100
const countedAtOnce = 4

/** GET /views */
export async function answerViews(
  definitions: readonly Resource[],
  { query }: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  refuseUnknownParameters(query, ['resource'])
  const resource = listOf(definitions, query.get('resource'))
  demand(`${resource.permission}:read`, caller)
  const order = await chosenBy(db, caller.id, `views.${resource.name}`)
  const first = await chosenBy(db, caller.id, `view.${resource.name}`)
  const chosen = [...(first ?? []), ...(order ?? [])]
  const { rows } = await sql<Row>`
    select id, name, address, shared, mine from (
      select *, user_id = ${caller.id} as mine, id::text = any(${chosen}::text[]) as chosen from views
      where resource = ${resource.name} and (shared or user_id = ${caller.id})
      order by mine desc, chosen desc, lower(name), id limit ${mostAnswered}) as answered
    order by lower(name), id`.execute(db)
  const place = ({ id }: Row) => {
    const at = order?.indexOf(String(id)) ?? -1
    return at < 0 ? rows.length : at
  }
  const counts = new Map<number, Counted>()
  await someAtOnce(countedAtOnce, rows, async ({ id, address }) => {
    counts.set(id, await counted(db, scoped(caller, resource), address))
  })
  const data = rows
    .toSorted((one, other) => place(one) - place(other))
    .map((row) => ({
      ...row,
      isDefault: first?.[0] === String(row.id),
      ...counts.get(row.id),
    }))
  return { status: 200, body: { data } }
}

const scoped = (caller: Caller, resource: Resource) => scopedTo(caller, resource)

/** The list of this name; of what is one record there are no views. */
export function listOf(definitions: readonly Resource[], name: unknown): Resource {
  const resource = definitions.find((one) => one.name === name && !one.single)
  if (!resource) throw badRequest(viewMessages.unknownList)
  return resource
}

/** Why a view does not fit the list; null where it does. */
export function misfit(resource: Resource, address: string): string | null {
  const [first] = parseListView(resource, new URLSearchParams(address)).unread
  return first ? `${first.name} ${first.why}` : null
}

async function counted(
  db: Connection,
  resource: ReturnType<typeof scoped>,
  address: string,
): Promise<Counted> {
  const why = misfit(resource, address)
  if (why !== null) return { count: null, why }
  const { query } = parseListView(resource, new URLSearchParams(address))
  const table = rowsOf(resource, resource.storeIds)
  const { total, totalIsCapped } = await countRows(db, {
    table,
    condition: await conditionOf(db, resource, query),
  })
  return { count: { total, totalIsCapped }, why: null }
}
