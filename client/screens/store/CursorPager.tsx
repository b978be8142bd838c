import { messages } from '#shared/messages.ts'
import type { Page } from '#shared/engine/platformCalls.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import * as styles from '#client/list/Pager.css.ts'

/** The total, and the way to the next and the previous page of one table among others on a page. */
export function CursorPager({
  label,
  page,
  one,
  many,
  to,
}: {
  /** Tells its pages from those of other tables. */
  label: string
  page: Page
  one: string
  many: string
  /** The address of the page that begins at a cursor. */
  to: (after: string) => string
}) {
  const { next, previous, total, totalIsCapped } = page
  return (
    <nav className={styles.pager} aria-label={label}>
      <p>
        {messages.list.total(total, totalIsCapped)} {total === 1 ? one : many}
      </p>
      <div className={styles.steps}>
        {previous && (
          <ButtonLink size="small" color="white" to={to(previous)} rel="prev" preventScrollReset>
            {messages.list.previous}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink size="small" color="white" to={to(next)} rel="next" preventScrollReset>
            {messages.list.next}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
