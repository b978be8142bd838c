import { listParams, parseListQuery } from './listQuery.ts'
import type { ListQuery } from './listQuery.ts'
import { columnsOf } from './resource.ts'
import type { Resource } from './resource.ts'

/** What is open beside a list; addressed by the URL (`/sizes?create`, `/sizes?edit=42`). */
export type Panel = { kind: string; id: number | null }

/** All that the address of a list says; links, Back and reload give the same view (screens.md, "Every list"). */
export type ListView = {
  query: ListQuery
  /** The columns shown, in the order of the resource. */
  columns: string[]
  panel: Panel | null
}

/** The panels that lists have; screens may add their own. */
export const listPanels = ['create', 'edit', 'delete', 'paste', 'reorder'] as const

/** Reads the address; what it does not understand is left out. `more` are the panels of this screen alone. */
export function parseListView(
  resource: Resource,
  params: URLSearchParams,
  more: readonly string[] = [],
): ListView {
  const { query } = parseListQuery(resource, params)
  const chosen = new Set(params.getAll('columns').flatMap((value) => value.split(',')))
  const columns = columnsOf(resource).filter((column) => chosen.has(column))
  const kind = [...listPanels, ...more].find((name) => params.has(name))
  const id = Number(params.get(kind ?? ''))
  return {
    query,
    columns: columns.length > 0 ? columns : [...resource.columns],
    panel: kind ? { kind, id: Number.isSafeInteger(id) && id > 0 ? id : null } : null,
  }
}

/** The address of a view: one view has one address. */
export function listAddress(resource: Resource, { query, columns, panel }: ListView): string {
  const params = listParams(resource, query)
  const usual =
    columns.length === resource.columns.length &&
    columns.every((column) => resource.columns.includes(column))
  if (!usual) params.set('columns', columns.join(','))
  const search = params
    .toString()
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2C', ',')
  const open = panel && (panel.id === null ? panel.kind : `${panel.kind}=${panel.id}`)
  const whole = [search, open].filter(Boolean).join('&')
  return whole ? `${resource.path}?${whole}` : resource.path
}

/** The addresses of a view's panels of one record: what a list says of each of its rows. */
export function panelAddresses(
  resource: Resource,
  view: ListView,
): (kind: string, id: number) => string {
  const list = listAddress(resource, withPanel(view, null))
  const start = list.includes('?') ? `${list}&` : `${list}?`
  return (kind, id) => `${start}${kind}=${id}`
}

/** The same list from its first page with another query: a cursor belongs to one order and one set of filters. */
export const withQuery = (view: ListView, change: Partial<ListQuery>): ListView => ({
  ...view,
  query: { ...view.query, after: null, ...change },
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
