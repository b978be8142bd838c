import { listAddress } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { Link } from '../ui/Link.tsx'
import { filterName } from './filterName.ts'
import * as styles from './ListToolbar.css.ts'

/** The filters that were not understood, each with the reason; the filter panel keeps what was typed. */
export function UnreadFilters({ resource, view }: { resource: Resource; view: ListView }) {
  if (view.unread.length === 0) return null
  return (
    <div className={styles.unread} role="alert">
      {view.unread.map((filter) => (
        <p key={filter.name + filter.value}>
          {messages.filters.unread(filterName(resource, filter), filter.why, filter.value)}
        </p>
      ))}
      <Link to={listAddress(resource, { ...view, unread: [] })} preventScrollReset>
        {messages.filters.forget}
      </Link>
    </div>
  )
}
