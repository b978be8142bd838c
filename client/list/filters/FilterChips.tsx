import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { openFilter, getFilterPartId } from './FilterMenu.tsx'
import { formatFilterParts, joinFilterParts } from './filterText.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '../ListToolbar.css.ts'

type Props = { resource: Resource; view: ListView; filters: readonly ListFilter[]; picked: Labels }

/**
 * Renders the active filters: field, operator, and value, which lead to their inputs, and a link
 * that removes each.
 */
export function FilterChips({ resource, view, filters, picked }: Props) {
  const zone = useTimeZone()
  if (filters.length === 0) return null
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
              href={`#${getFilterPartId(filter.field)}`}
              className={styles.chipWords}
              title={words}
              onClick={(event) => openFilter(event, filter.field)}
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
    </ul>
  )
}
