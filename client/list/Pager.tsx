import { limits } from '#shared/limits.ts'
import { listAddress, withQuery } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import type { ListProps } from './listProps.ts'
import * as styles from './Pager.css.ts'

/** The total, the page size, and the way to the next and the previous page. */
export function Pager({ resource, view, data }: ListProps) {
  const { next, previous, total, totalIsCapped } = data.page
  const page = (after: string) => listAddress(resource, withQuery(view, { after }))
  return (
    <nav className={styles.pager} aria-label={messages.list.pages}>
      <p aria-live="polite">
        {messages.list.total(total, totalIsCapped)}{' '}
        {total === 1 ? resource.title.one : resource.title.many}
      </p>
      <ul className={styles.sizes} aria-label={messages.list.pageSize}>
        {limits.pageSizes.map((limit) => (
          <li key={limit}>
            <Link
              to={listAddress(resource, withQuery(view, { limit }))}
              aria-current={limit === view.query.limit ? 'true' : undefined}
              className={styles.size}
              preventScrollReset
            >
              {limit}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.steps}>
        {previous && (
          <ButtonLink size="small" color="white" to={page(previous)} rel="prev">
            {messages.list.previous}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink size="small" color="white" to={page(next)} rel="next">
            {messages.list.next}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
