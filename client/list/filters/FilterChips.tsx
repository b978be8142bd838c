import { Suspense } from 'react'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { buildListUrl, withQuery } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { openFilter, getFilterPartId } from './FilterMenu.tsx'
import { formatFilterParts, isPanelFilter, joinFilterParts } from './filterText.ts'
import type { FilterChipsProps } from './filterTarget.ts'
import { listTools } from '../listTools.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '../ListToolbar.css.ts'

/**
 * Renders the active filters: field, operator, and value, which lead to their inputs, and a link
 * that removes each.
 */
export function FilterChips({ resource, view, filters, picked }: FilterChipsProps) {
  const zone = useTimeZone()
  const { groups = [] } = view.query
  if (filters.length + groups.length === 0) return null
  const panelFilters = filters.filter(isPanelFilter)
  return (
    <ul className={styles.chips} aria-label={messages.list.filters}>
      {filters.map((filter) => {
        if (panelFilters.includes(filter)) return null
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
      {panelFilters.length + groups.length > 0 && (
        <Suspense>
          <LazyChips {...{ resource, view, picked }} filters={panelFilters} />
        </Suspense>
      )}
    </ul>
  )
}

/** Renders the chips of other comparisons and of alternatives, whose code the loader has loaded. */
function LazyChips(props: FilterChipsProps) {
  const tools = useLazyPart(listTools)
  return tools && <tools.PanelFilterChips {...props} />
}
