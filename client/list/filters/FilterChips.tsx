import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { openFilter, getFilterPartId } from './FilterMenu.tsx'
import { buildFiltersUrl, lookupPanel } from './filterTarget.ts'
import { formatFilterParts, formatGroup, joinFilterParts } from './filterText.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '../ListToolbar.css.ts'

type Props = { resource: Resource; view: ListView; filters: readonly ListFilter[]; picked: Labels }

const menuOps: readonly ListFilter['op'][] = ['contains', 'has', 'gte', 'lte']

/** Whether the menu has inputs for a filter. All others are edited in a panel. */
const isInMenu = (resource: Resource, { field, op }: ListFilter): boolean =>
  menuOps.includes(op) || (op === 'eq' && getColumnField(resource, field).kind !== 'text')

/**
 * Renders the active filters: field, operator, and value, which lead to their inputs, and a link
 * that removes each.
 */
export function FilterChips({ resource, view, filters, picked }: Props) {
  const zone = useTimeZone()
  const { groups = [] } = view.query
  if (filters.length + groups.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={messages.list.filters}>
      {filters.map((filter) => {
        const rest = view.query.filters.filter((other) => other !== filter)
        const parts = formatFilterParts(resource, filter, picked, zone)
        const [field, operator, value] = parts
        const words = joinFilterParts(parts)
        return (
          <li key={`${filter.field}-${filter.op}`} className={styles.chip}>
            {/* Without script the browser opens what the fragment names. */}
            <a
              href={
                isInMenu(resource, filter)
                  ? `#${getFilterPartId(filter.field)}`
                  : filter.field === 'id'
                    ? buildListUrl(resource, withPanel(view, lookupPanel))
                    : buildFiltersUrl(resource, view, {
                        at: view.query.filters.indexOf(filter),
                      })
              }
              className={styles.chipWords}
              title={words}
              onClick={(event) => isInMenu(resource, filter) && openFilter(event, filter.field)}
            >
              <span>{field}</span>{' '}
              {operator && (
                <>
                  <span>{operator}</span>{' '}
                </>
              )}
              <b>{value}</b>
            </a>
            <Link
              to={buildListUrl(resource, {
                ...withQuery(view, { filters: rest }),
                ignoredParams: view.ignoredParams,
              })}
              aria-label={messages.list.removeFilter(words)}
              className={`${styles.remove} ${glyph.cross}`}
              preventScrollReset
            />
          </li>
        )
      })}
      {groups.map((group, at) => {
        const words = formatGroup(resource, group, picked, zone)
        const rest = groups.filter((other) => other !== group)
        return (
          <li key={at} className={styles.chip}>
            <Link
              to={buildFiltersUrl(resource, view, { group: at + 1 })}
              className={styles.chipWords}
              title={words}
              preventScrollReset
            >
              <b>{words}</b>
            </Link>
            <Link
              to={buildListUrl(resource, {
                ...withQuery(view, { groups: rest }),
                ignoredParams: view.ignoredParams,
              })}
              aria-label={messages.list.removeFilter(words)}
              className={`${styles.remove} ${glyph.cross}`}
              preventScrollReset
            />
          </li>
        )
      })}
    </ul>
  )
}
