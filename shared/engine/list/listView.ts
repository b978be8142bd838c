import { messages } from '#shared/messages.ts'
import { zoneParam } from '../timeZone.ts'
import { flashParam } from '../urlParams.ts'
import { isFilterParam } from './filterGroups.ts'
import { toSearchParams, parseListQuery } from './listQuery.ts'
import type { IgnoredParam } from './filterColumns.ts'
import type { ListQuery } from './listQuery.ts'
import { getColumns } from '../resource.ts'
import { parseSelectedIds, selectedIdsParam, formatSelectedIds } from './selectedIds.ts'
import type { SelectedIds } from './selectedIds.ts'
import { formatColumnWidths, isWidthEntry, parseColumnWidths } from './columnWidths.ts'
import type { ColumnWidths } from './columnWidths.ts'
import { getOfferedPanels, getPanelParams } from '../panels.ts'
import type { PanelParams } from '../panels.ts'
import type { stampColumns } from '../messages.ts'
import type { Resource } from '../resource.ts'

/** The panel open next to a list, addressed by the URL (`/sizes?create`, `/sizes?edit=42`). */
export type OpenPanel = { kind: string; id: number | null }

/**
 * Stands in for an ID: the first or the last record of a page that the link's page hasn't loaded
 * (`parseEdge`).
 */
type PageEdge = 'first' | 'last'

/** The URL of a list; links, Back, and reload give the same view (screens.md, "Every list"). */
export type ListView = {
  query: ListQuery
  /**
   * Parameters that weren't understood: the list ignores them, and the URL and the inputs of
   * filters keep them.
   */
  ignoredParams: IgnoredParam[]
  /** Columns that the URL names, in its order; null for those that the operator chose. */
  columns: string[] | null
  /** Widths of columns that the URL names; null for those that the operator dragged. */
  widths?: ColumnWidths | null
  panel: OpenPanel | null
  /**
   * Selected records, across all pages and orders; `all` is every match until the search or filters
   * change.
   */
  selectedIds: SelectedIds | null
  /** Whether the list shows only the selected records, whatever its search and filters say. */
  onlySelected?: boolean
}

/**
 * Parses the URL, without what it doesn't understand and panels that neither the list nor this
 * screen offers.
 */
export function parseListView(
  resource: Resource,
  params: URLSearchParams,
  extraPanels: PanelParams = {},
): ListView {
  const { query, unread } = parseListQuery(resource, params)
  const requestedColumns = params
    .getAll('columns')
    .flatMap((value) => value.split(',').filter(Boolean))
  const allColumns = getColumns(resource)
  const columns = orderColumns(resource, requestedColumns)
  const kind = [...getOfferedPanels(resource), ...Object.keys(extraPanels)].find((name) =>
    params.has(name),
  )
  const id = Number(params.get(getIdParam(kind ?? '')))
  const wrongColumns = [...new Set(requestedColumns)].filter(
    (column) => !allColumns.includes(column) && !isWidthEntry(column),
  )
  const widths = parseColumnWidths(requestedColumns)
  return {
    query,
    ignoredParams: [
      ...unread,
      ...wrongColumns.map((value) =>
        createIgnoredParam('columns', value, messages.filters.noColumn),
      ),
      ...findUnknownParams(
        resource,
        params,
        kind ? [kind, getIdParam(kind), ...getPanelParams(resource, kind, extraPanels)] : [],
      ),
    ],
    columns,
    ...(widths && { widths }),
    panel: kind ? { kind, id: Number.isSafeInteger(id) && id > 0 ? id : null } : null,
    selectedIds: parseSelectedIds(params),
    ...(isOnlySelected(params) && { onlySelected: true }),
  }
}

/** Parameter of a list that shows only the selected records. There are no others to show of all. */
const [onlyParam, onlySelected] = ['only', 'selected'] as const
const isOnlySelected = (params: URLSearchParams) =>
  params.get(onlyParam) === onlySelected && Array.isArray(parseSelectedIds(params))

const createIgnoredParam = (name: string, value: string, reason: string): IgnoredParam => ({
  name,
  field: name,
  op: '',
  value,
  reason,
})

/** URL parameters of what surrounds the page, on every page. */
export const overlayParams = [flashParam, zoneParam, 'password', 'find', 'among', 'jobs', 'fix']

const knownParams = [
  'search',
  'sort',
  'limit',
  'after',
  'columns',
  'selection',
  onlyParam,
  selectedIdsParam,
  ...overlayParams,
]

function findUnknownParams(
  resource: Resource,
  params: URLSearchParams,
  panelParams: readonly string[],
): IgnoredParam[] {
  const pathParams = getPathQueryParams(resource).map(([name]) => name)
  const known = new Set([...knownParams, ...pathParams, ...panelParams])
  const matchesPrefix = (name: string) => (word: string) => name.startsWith(`${word}[`)
  return [...params]
    .filter(
      ([name]) =>
        !known.has(name) && !isFilterParam(name) && !panelParams.some(matchesPrefix(name)),
    )
    .map(([name, value]) => createIgnoredParam(name, value, messages.filters.noParameter))
}

/**
 * Returns these columns as a list shows them: each once, and the first of all columns first, since
 * it names and opens the record. Null if none is known.
 */
function orderColumns(resource: Resource, columns: readonly string[]): string[] | null {
  const allColumns = getColumns(resource)
  const shown = [...new Set(columns)].filter((column) => allColumns.includes(column))
  return shown.length === 0 ? null : [...new Set([...allColumns.slice(0, 1), ...shown])]
}

/**
 * Returns the columns that a list shows: those in its URL, else those that the operator chose, else
 * the default ones.
 */
export const getShownColumns = (
  resource: Resource,
  { columns }: Pick<ListView, 'columns'>,
  savedColumns: readonly string[] | null,
): readonly string[] =>
  columns ?? orderColumns(resource, savedColumns ?? []) ?? resource.list.columns

/** Returns the URL of a view: one view has one URL. */
export function buildListUrl(
  resource: Resource,
  { query, ignoredParams, columns, widths, panel, selectedIds, onlySelected: isOnly }: ListView,
): string {
  const params = toSearchParams(resource, query)
  const wrongColumns = ignoredParams.flatMap(({ name, value }) =>
    name === 'columns' ? [value] : [],
  )
  for (const { name, value } of ignoredParams) if (name !== 'columns') params.append(name, value)
  const all = [...(columns ?? []), ...formatColumnWidths(widths), ...wrongColumns]
  if (all.length > 0) params.set('columns', all.join(','))
  if (selectedIds) params.set(selectedIdsParam, formatSelectedIds(selectedIds))
  if (isOnly && selectedIds && selectedIds !== 'all') params.set(onlyParam, onlySelected)
  const search = params
    .toString()
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
  const panelParam = panel && buildPanelParam(panel)
  const queryString = [search, panelParam].filter(Boolean).join('&')
  if (!queryString) return resource.path
  return `${resource.path}${resource.path.includes('?') ? '&' : '?'}${queryString}`
}

export function parseEdge({ panel }: ListView, params: URLSearchParams): PageEdge | null {
  const edge = panel && panel.id === null ? params.get(getIdParam(panel.kind)) : null
  return edge === 'first' || edge === 'last' ? edge : null
}

const getIdParam = (kind: string) => (kind === 'history' ? 'edit' : kind)

/** Returns the parameter of a panel. A record's history is next to its form: `edit=42&history`. */
function buildPanelParam({ kind, id }: { kind: string; id: number | PageEdge | null }): string {
  if (id === null) return kind
  return kind === 'history' ? `edit=${id}&${kind}` : `${kind}=${id}`
}

/** Returns the parameters in every URL of a list: `tab=members`. Forms for it send them along. */
export const getPathQueryParams = ({ path }: Pick<Resource, 'path'>): [string, string][] => [
  ...new URLSearchParams(path.split('?')[1]),
]

export function createPanelUrls(
  resource: Resource,
  view: ListView,
): (kind: string, id: number | PageEdge) => string {
  const list = buildListUrl(resource, withPanel(view, null))
  const start = list.includes('?') ? `${list}&` : `${list}?`
  return (kind, id) => start + buildPanelParam({ kind, id })
}

/** Returns the URL of a record's history; null if its list doesn't offer it to this operator. */
export const buildHistoryUrl = (resource: Resource, id: number): string | null =>
  getOfferedPanels(resource).includes('history')
    ? createPanelUrls(resource, parseListView(resource, new URLSearchParams()))('history', id)
    : null

/**
 * Returns the same list from its first page with another query: a cursor belongs to one order and
 * one set of filters.
 */
export const withQuery = (
  { onlySelected: isOnly, ...view }: ListView,
  changes: Partial<ListQuery>,
): ListView => ({
  ...view,
  ignoredParams: view.ignoredParams.filter(({ name, op }) =>
    op || isFilterParam(name) ? !changes.filters : name !== 'after' && !(name in changes),
  ),
  query: omitEmptyKeys({ ...view.query, after: null, ...changes }),
  selectedIds: view.selectedIds === 'all' && matchesOthers(changes) ? null : view.selectedIds,
  // A search or filter is about all records.
  ...(isOnly && !matchesOthers(changes) && { onlySelected: true }),
})

/** Removes all filters of a list. */
export const noFilters: Pick<ListQuery, 'filters' | 'groups'> = { filters: [], groups: [] }

/** A query without groups or a saved selection doesn't have their keys, however it was changed. */
const omitEmptyKeys = ({ groups = [], selection, ...query }: ListQuery): ListQuery => ({
  ...query,
  ...(groups.length > 0 && { groups }),
  ...(selection && { selection }),
})

/** Whether these changes make the list match other records. */
const matchesOthers = (changes: Partial<ListQuery>) =>
  changes.filters !== undefined ||
  changes.groups !== undefined ||
  'search' in changes ||
  'selection' in changes

/** Returns the list that shows what was just created, whatever was searched for before. */
export const toNewestRecordsView = (view: ListView): ListView =>
  withQuery(withPanel(view, null), {
    search: '',
    ...noFilters,
    selection: null,
    sort: [{ field: 'createdAt' satisfies keyof typeof stampColumns, descending: true }],
  })

export const withPanel = (
  view: ListView,
  kind: string | null,
  id: number | null = null,
): ListView => ({
  ...view,
  panel: kind === null ? null : { kind, id },
})
