import { useId } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import X from 'lucide-react/icons/x'
import { messages } from '#shared/messages.ts'
import * as styles from './Panel.css.ts'

/** What is open beside a list; over the page where there is no room beside it. `close` is the list's address without it. */
export function Panel({
  title,
  close,
  children,
}: {
  title: string
  close: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <aside className={styles.panel} aria-labelledby={heading}>
      <header className={styles.header}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <Link
          to={close}
          className={styles.close}
          aria-label={messages.form.close}
          preventScrollReset
          data-close-panel
        >
          <X size={18} aria-hidden="true" />
        </Link>
      </header>
      {children}
    </aside>
  )
}
