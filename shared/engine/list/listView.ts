import { messages } from '#shared/messages.ts'
import { zoneParam } from '#shared/format/timeZone.ts'
import { noticeParam } from '#shared/navigation/notice.ts'
import { listParams, parseListQuery } from './listQuery.ts'
import type { ListQuery, Unread } from './listQuery.ts'
import { columnsOf } from '../resource.ts'
import { chosenFrom, chosenParam, chosenText } from './chosen.ts'
import type { Chosen } from './chosen.ts'
import { offeredPanels, paramsOf } from '../panels.ts'
import type { PanelParams } from '../panels.ts'
import type { stampColumns } from '../messages.ts'
import type { Resource } from '../resource.ts'

/** What is open beside a list; addressed by the URL (`/sizes?create`, `/sizes?edit=42`). */
export type Panel = { kind: string; id: number | null }

/** In place of an id: the first or the last record of the page, which who leads there does not know yet (`edgeIn`). */
export type Edge = 'first' | 'last'

/** All that the address of a list says; links, Back and reload give the same view (screens.md, "Every list"). */
export type ListView = {
  query: ListQuery
  /** What was not understood: the list stands without it, the address keeps it, and so do the inputs of filters. */
  unread: Unread[]
  /** The columns that the address asks for, in its order; null where they are those that the operator chose. */
  columns: string[] | null
  panel: Panel | null
  /** The records that are chosen, for all pages and orders; all those that match until something else is looked for. */
  chosen: Chosen | null
}

/** Reads the address, without what it does not understand and panels that the list does not offer. `more`: panels of this screen. */
export function parseListView(
  resource: Resource,
  params: URLSearchParams,
  more: PanelParams = {},
): ListView {
  const { query, unread } = parseListQuery(resource, params)
  const asked = params.getAll('columns').flatMap((value) => value.split(',').filter(Boolean))
  const known = columnsOf(resource)
  const columns = inOrder(resource, asked)
  const kind = [...offeredPanels(resource), ...Object.keys(more)].find((name) => params.has(name))
  const id = Number(params.get(idParam(kind ?? '')))
  const wrongColumns = [...new Set(asked)].filter((column) => !known.includes(column))
  return {
    query,
    unread: [
      ...unread,
      ...wrongColumns.map((value) => unreadParam('columns', value, say.noColumn)),
      ...unknownParams(
        resource,
        params,
        kind ? [kind, idParam(kind), ...paramsOf(resource, kind, more)] : [],
      ),
    ],
    columns,
    panel: kind ? { kind, id: Number.isSafeInteger(id) && id > 0 ? id : null } : null,
    chosen: chosenFrom(params),
  }
}

const say = messages.filters
const unreadParam = (name: string, value: string, why: string): Unread => ({
  name,
  field: name,
  op: '',
  value,
  why,
})

/** What an address says that is for what stands around the page, whatever page that is. */
export const aroundParams = [noticeParam, zoneParam, 'password', 'find', 'among', 'jobs', 'fix']

const knownParams = ['search', 'sort', 'limit', 'after', 'columns', chosenParam, ...aroundParams]

function unknownParams(
  resource: Resource,
  params: URLSearchParams,
  ofPanel: readonly string[],
): Unread[] {
  const place = placeParams(resource).map(([name]) => name)
  const known = new Set([...knownParams, ...place, ...ofPanel])
  const isOf = (name: string) => (word: string) => name.startsWith(`${word}[`)
  return [...params]
    .filter(([name]) => !known.has(name) && !['filter', ...ofPanel].some(isOf(name)))
    .map(([name, value]) => unreadParam(name, value, say.noParameter))
}

/** These columns as a list shows them: each once and the first of all first, since it names the record and opens it; null where none is known. */
function inOrder(resource: Resource, columns: readonly string[]): string[] | null {
  const known = columnsOf(resource)
  const shown = [...new Set(columns)].filter((column) => known.includes(column))
  return shown.length === 0 ? null : [...new Set([...known.slice(0, 1), ...shown])]
}

/** The columns that a list shows: those of its address, else those that the operator chose, else the usual ones. */
export const shownColumns = (
  resource: Resource,
  { columns }: Pick<ListView, 'columns'>,
  chosen: readonly string[] | null,
): readonly string[] => columns ?? inOrder(resource, chosen ?? []) ?? resource.columns

/** The address of a view: one view has one address. */
export function listAddress(
  resource: Resource,
  { query, unread, columns, panel, chosen }: ListView,
): string {
  const params = listParams(resource, query)
  const wrongColumns = unread.flatMap(({ name, value }) => (name === 'columns' ? [value] : []))
  for (const { name, value } of unread) if (name !== 'columns') params.append(name, value)
  const all = [...(columns ?? []), ...wrongColumns]
  if (all.length > 0) params.set('columns', all.join(','))
  if (chosen) params.set(chosenParam, chosenText(chosen))
  const search = params
    .toString()
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2C', ',')
  const open = panel && panelParam(panel)
  const whole = [search, open].filter(Boolean).join('&')
  if (!whole) return resource.path
  return `${resource.path}${resource.path.includes('?') ? '&' : '?'}${whole}`
}

export function edgeIn({ panel }: ListView, params: URLSearchParams): Edge | null {
  const asked = panel && panel.id === null ? params.get(idParam(panel.kind)) : null
  return asked === 'first' || asked === 'last' ? asked : null
}

const idParam = (kind: string) => (kind === 'history' ? 'edit' : kind)

/** The history of a record stands beside what edits it: `edit=42&history`. */
function panelParam({ kind, id }: { kind: string; id: number | Edge | null }): string {
  if (id === null) return kind
  return kind === 'history' ? `edit=${id}&${kind}` : `${kind}=${id}`
}

/** What the address of a list begins with, wherever it leads: `tab=members`. Forms that lead there send it along. */
export const placeParams = ({ path }: Pick<Resource, 'path'>): [string, string][] => [
  ...new URLSearchParams(path.split('?')[1]),
]

export function panelAddresses(
  resource: Resource,
  view: ListView,
): (kind: string, id: number | Edge) => string {
  const list = listAddress(resource, withPanel(view, null))
  const start = list.includes('?') ? `${list}&` : `${list}?`
  return (kind, id) => start + panelParam({ kind, id })
}

/** Where the changes of a record are told; null where its list offers that to nobody, or not to who asks. */
export const historyAddress = (resource: Resource, id: number): string | null =>
  offeredPanels(resource).includes('history')
    ? panelAddresses(resource, parseListView(resource, new URLSearchParams()))('history', id)
    : null

/** The same list from its first page with another query: a cursor belongs to one order and one set of filters. */
export const withQuery = (view: ListView, change: Partial<ListQuery>): ListView => ({
  ...view,
  unread: view.unread.filter(({ name, op }) =>
    op || name.startsWith('filter[') ? !change.filters : name !== 'after' && !(name in change),
  ),
  query: { ...view.query, after: null, ...change },
  chosen: view.chosen === 'all' && (change.filters || 'search' in change) ? null : view.chosen,
})

/** The list that shows what was just made, whatever was looked for before. */
export const newestFirst = (view: ListView): ListView =>
  withQuery(withPanel(view, null), {
    search: '',
    filters: [],
    sort: { field: 'createdAt' satisfies keyof typeof stampColumns, descending: true },
  })

export const withPanel = (
  view: ListView,
  kind: string | null,
  id: number | null = null,
): ListView => ({
  ...view,
  panel: kind === null ? null : { kind, id },
})
