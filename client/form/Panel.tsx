import { useEffect, useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLocation } from 'react-router'
import X from 'lucide-react/icons/x'
import { messages } from '#shared/messages.ts'
import { Link } from '../ui/Link.tsx'
import { useEscape } from './useEscape.ts'
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
  const panel = useRef<HTMLElement>(null)
  useFocusInside(panel)
  useEscape(close)
  return (
    <aside ref={panel} className={styles.panel} aria-labelledby={heading} tabIndex={-1}>
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

/**
 * The panel stands after the whole list, so keys would be long in reaching it: opened from the page, it takes the focus,
 * and gives it back when it goes.
 */
function useFocusInside(panel: RefObject<HTMLElement | null>): void {
  const opener = useRef<Element>(null)
  const { key } = useLocation()
  // A page that opens with its panel leaves the focus at its start, with or without JavaScript.
  const openedHere = useRef(key !== 'default')
  useEffect(() => {
    if (!openedHere.current) return
    opener.current ??= document.activeElement
    const first = panel.current?.querySelector<HTMLElement>(
      'input:not([type=hidden]), select, textarea',
    )
    const target = first ?? panel.current
    target?.focus({ preventScroll: true })
    return () => {
      // Where the focus has gone elsewhere, it stays there.
      if (document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    }
  }, [panel])
}
