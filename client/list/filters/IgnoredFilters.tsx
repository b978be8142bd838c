import { buildListUrl, withQuery } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { Link } from '#client/ui/Link.tsx'
import { formatFilterName } from './filterText.ts'
import type { ListProps } from '../listProps.ts'
import * as styles from '../ListToolbar.css.ts'

/**
 * Renders what wasn't understood in the URL, with the reasons. Filter inputs retain what was typed.
 */
export function IgnoredFilters({ resource, view, data }: ListProps) {
  const { unread, pageGone } = messages.filters
  const cleanView = { ...view, ignoredParams: [] }
  return (
    <IgnoredParams
      sentences={[
        ...view.ignoredParams.map((one) =>
          unread(formatFilterName(resource, one), one.reason, one.value),
        ),
        ...(data.isPageGone ? [pageGone] : []),
      ]}
      forget={buildListUrl(resource, data.isPageGone ? withQuery(cleanView, {}) : cleanView)}
    />
  )
}

/** Renders sentences about ignored URL parameters, and a link to the same page without them. */
export function IgnoredParams({ sentences, forget }: { sentences: string[]; forget: string }) {
  if (sentences.length === 0) return null
  return (
    <div className={styles.unread} role="alert">
      {sentences.map((sentence, index) => (
        <p key={index}>{sentence}</p>
      ))}
      <Link to={forget} preventScrollReset>
        {messages.filters.forget}
      </Link>
    </div>
  )
}
