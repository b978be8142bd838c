import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Tab } from '../ui/Tabs.tsx'
import type { ListData } from './listProps.ts'

/**
 * Builds tabs with counts from the options of the definition's field. Tabs without records are
 * muted, except for the current one.
 */
export function buildStatusTabs(
  resource: Resource,
  view: ListView,
  { counts }: Pick<ListData, 'counts'>,
): Tab[] | undefined {
  const { tabs: field } = resource.list
  if (field === undefined) return undefined
  const { filters } = view.query
  const others = filters.filter((filter) => filter.field !== field)
  const own = filters.find((filter) => filter.field === field)
  // Several statuses are a chip, and no tab.
  const current = own?.op === 'eq' ? own.value : own ? '' : null
  const isNone = (value: string | null) =>
    value !== null && value !== current && counts?.[value]?.total === 0
  const { options = [], required } = getColumnField(resource, field)
  // The counts of an optional field leave out the records without a value.
  const isCounted = (value: string | null) => value !== null || required
  const createTab = (title: string, value: string | null): Tab => ({
    title,
    to: buildListUrl(
      resource,
      withQuery(withPanel(view, null), {
        filters: value === null ? others : [...others, { field, op: 'eq', value }],
      }),
    ),
    count: isNone(value) || !isCounted(value) ? undefined : formatTabCount(counts, value),
    none: isNone(value),
    current: current === value,
  })
  return [
    createTab(messages.list.all, null),
    ...options.map(({ label, value }) => createTab(label, value)),
  ]
}

function formatTabCount(counts: ListData['counts'], value: string | null): string | undefined {
  if (!counts) return undefined
  const selectedCounts =
    value === null ? Object.values(counts) : [counts[value] ?? { total: 0, totalIsCapped: false }]
  return messages.list.total(
    selectedCounts.reduce((sum, { total }) => sum + total, 0),
    selectedCounts.some(({ totalIsCapped }) => totalIsCapped),
  )
}
