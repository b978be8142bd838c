import type { ReactNode } from 'react'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import { messages } from '#shared/messages.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { buildFiltersUrl, lookupPanel } from '../filterTarget.ts'
import type { FilterChipsProps } from '../filterTarget.ts'
import { joinFilterParts } from '../filterText.ts'
import { formatFilter, formatGroup } from './formatFilter.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '#client/list/ListToolbar.css.ts'

/** Renders filters that the menu has no inputs for, and groups. Each leads to its panel. */
export function PanelFilterChips({ resource, view, filters, picked }: FilterChipsProps) {
  const zone = useTimeZone()
  const { filters: all, groups = [] } = view.query
  const renderChip = (words: string, to: string, rest: Partial<ListQuery>, children: ReactNode) => (
    <li key={to} className={styles.chip}>
      <Link to={to} className={styles.chipWords} title={words} preventScrollReset>
        {children}
      </Link>
      <Link
        to={buildListUrl(resource, {
          ...withQuery(view, rest),
          ignoredParams: view.ignoredParams,
        })}
        aria-label={messages.list.removeFilter(words)}
        className={`${styles.remove} ${glyph.cross}`}
        preventScrollReset
      />
    </li>
  )
  const getPanelUrl = (filter: ListFilter) =>
    filter.field === 'id'
      ? buildListUrl(resource, withPanel(view, lookupPanel))
      : buildFiltersUrl(resource, view, { at: all.indexOf(filter) })
  return (
    <>
      {filters.map((filter) => {
        const parts = formatFilter(resource, filter, picked, zone)
        const [field, operator, value] = parts
        return renderChip(
          joinFilterParts(parts),
          getPanelUrl(filter),
          { filters: all.filter((other) => other !== filter) },
          <>
            <span>{field}</span> <span>{operator}</span> <b>{value}</b>
          </>,
        )
      })}
      {groups.map((group, at) => {
        const words = formatGroup(resource, group, picked, zone)
        return renderChip(
          words,
          buildFiltersUrl(resource, view, { group: at + 1 }),
          { groups: groups.filter((other) => other !== group) },
          <b>{words}</b>,
        )
      })}
    </>
  )
}
