import { listParams, parseListQuery } from './listQuery.ts'
import type { ListQuery, UnreadFilter } from './listQuery.ts'
import { columnsOf } from './resource.ts'
import type { Resource, stampColumns } from './resource.ts'

/** What is open beside a list; addressed by the URL (`/sizes?create`, `/sizes?edit=42`). */
export type Panel = { kind: string; id: number | null }

/** All that the address of a list says; links, Back and reload give the same view (screens.md, "Every list"). */
export type ListView = {
  query: ListQuery
  /** Filters that were not understood: the list stands without them, the address and the filter panel keep them. */
  unread: UnreadFilter[]
  /** The columns shown, in the order of the resource. */
  columns: string[]
  panel: Panel | null
}

/** The panels that lists have, and which resources have them; screens may add their own. */
const offers: Record<string, (resource: Resource) => boolean> = {
  create: ({ writes, ownPages }) => writes.includes('create') && !ownPages,
  history: ({ writes, ownPages }) => writes.includes('change') && !ownPages,
  edit: ({ writes, ownPages }) => writes.includes('change') && !ownPages,
  delete: ({ writes }) => writes.includes('delete'),
  paste: ({ paste }) => paste !== undefined,
  reorder: ({ position }) => position !== undefined,
}

/** The panels that the list of a resource offers: no other opens, and no other's form is taken. */
export const offeredPanels = (resource: Resource): string[] =>
  Object.keys(offers).filter((name) => offers[name]?.(resource))

/**
 * Reads the address; what it does not understand is left out, and so are panels that the list does not offer. `more` are
 * the panels of this screen alone.
 */
export function parseListView(
  resource: Resource,
  params: URLSearchParams,
  more: readonly string[] = [],
): ListView {
  const { query, unread } = parseListQuery(resource, params)
  const chosen = new Set(params.getAll('columns').flatMap((value) => value.split(',')))
  const all = columnsOf(resource)
  const columns = all.some((column) => chosen.has(column))
    ? // The first names the record and opens it.
      all.filter((column, at) => at === 0 || chosen.has(column))
    : [...resource.columns]
  const kind = [...offeredPanels(resource), ...more].find((name) => params.has(name))
  const id = Number(params.get(kind === 'history' ? 'edit' : (kind ?? '')))
  return {
    query,
    unread,
    columns,
    panel: kind ? { kind, id: Number.isSafeInteger(id) && id > 0 ? id : null } : null,
  }
}

/** The address of a view: one view has one address. */
export function listAddress(
  resource: Resource,
  { query, unread, columns, panel }: ListView,
): string {
  const params = listParams(resource, query)
  for (const { name, value } of unread) params.append(name, value)
  const usual =
    columns.length === resource.columns.length &&
    columns.every((column) => resource.columns.includes(column))
  if (!usual) params.set('columns', columns.join(','))
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

/** The history of a record stands beside what edits it: `edit=42&history`. */
function panelParam({ kind, id }: Panel): string {
  if (id === null) return kind
  return kind === 'history' ? `edit=${id}&${kind}` : `${kind}=${id}`
}

/** What the address of a list begins with, wherever it leads: `tab=members`. Forms that lead there send it along. */
export const placeParams = ({ path }: Pick<Resource, 'path'>): [string, string][] => [
  ...new URLSearchParams(path.split('?')[1]),
]

/** The addresses of a view's panels of one record: what a list says of each of its rows. */
export function panelAddresses(
  resource: Resource,
  view: ListView,
): (kind: string, id: number) => string {
  const list = listAddress(resource, withPanel(view, null))
  const start = list.includes('?') ? `${list}&` : `${list}?`
  return (kind, id) => start + panelParam({ kind, id })
}

/**
 * The same list from its first page with another query: a cursor belongs to one order and one set of filters. Other filters
 * end what is said of those that were not understood.
 */
export const withQuery = (view: ListView, change: Partial<ListQuery>): ListView => ({
  ...view,
  unread: change.filters ? [] : view.unread,
  query: { ...view.query, after: null, ...change },
})

/** The list that shows what was just made, whatever was looked for before. */
export const newestFirst = (view: ListView): ListView =>
  withQuery(withPanel(view, null), {
    search: '',
    filters: [],
    sort: { field: 'createdAt' satisfies keyof typeof stampColumns, descending: true },
  })

/** The same list with another panel, or none. */
export const withPanel = (
  view: ListView,
  kind: string | null,
  id: number | null = null,
): ListView => ({
  ...view,
  panel: kind === null ? null : { kind, id },
})
