import X from 'lucide-react/icons/x'
import { kindOf } from '#shared/engine/kinds.ts'
import { columnField } from '#shared/engine/listQuery.ts'
import type { Filter } from '#shared/engine/listQuery.ts'
import { listAddress, withQuery } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { Link } from '../ui/Link.tsx'
import { filterName } from './filterName.ts'
import * as styles from './ListToolbar.css.ts'

/** The filters that hold, each of which can be taken off. */
export function FilterChips({
  resource,
  view,
  picked,
}: {
  resource: Resource
  view: ListView
  picked: Labels
}) {
  const { filters } = view.query
  if (filters.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={messages.list.filters}>
      {filters.map((filter) => {
        const rest = filters.filter((other) => other !== filter)
        const words = filterWords(resource, filter, picked)
        return (
          <li key={`${filter.field}-${filter.op}`} className={styles.chip}>
            {words}
            <Link
              to={listAddress(resource, {
                ...withQuery(view, { filters: rest }),
                unread: view.unread,
              })}
              aria-label={messages.list.removeFilter(words)}
              className={styles.remove}
              preventScrollReset
            >
              <X size={14} aria-hidden="true" />
            </Link>
          </li>
        )
      })}
      <li>
        <Link
          to={listAddress(resource, withQuery(view, { filters: [], search: '' }))}
          preventScrollReset
        >
          {messages.list.clear}
        </Link>
      </li>
    </ul>
  )
}

/** A filter in words: "Group Adult", "Position from 10". */
function filterWords(resource: Resource, filter: Filter, picked: Labels): string {
  const { field: name, op, value } = filter
  const field = columnField(resource, name)
  const shown =
    field.to && op === 'eq' ? (picked[name] ?? value) : kindOf(field).filterWords(value, field)
  return `${filterName(resource, filter)} ${shown}`
}
