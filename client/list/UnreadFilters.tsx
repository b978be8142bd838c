import { listAddress, withQuery } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { Link } from '../ui/Link.tsx'
import { filterName } from './filterWords.ts'
import type { ListProps } from './listProps.ts'
import * as styles from './ListToolbar.css.ts'

/** What of the address was not understood, each with the reason; the inputs of filters keep what was typed. */
export function UnreadFilters({ resource, view, data }: ListProps) {
  if (view.unread.length === 0 && !data.isPageGone) return null
  const forgotten = { ...view, unread: [] }
  return (
    <div className={styles.unread} role="alert">
      {view.unread.map((filter) => (
        <p key={filter.name + filter.value}>
          {messages.filters.unread(filterName(resource, filter), filter.why, filter.value)}
        </p>
      ))}
      {data.isPageGone && <p>{messages.filters.pageGone}</p>}
      <Link
        to={listAddress(resource, data.isPageGone ? withQuery(forgotten, {}) : forgotten)}
        preventScrollReset
      >
        {messages.filters.forget}
      </Link>
    </div>
  )
}
