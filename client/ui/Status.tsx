import type { ReactNode } from 'react'
import * as styles from './Status.css.ts'

/** Renders a status as a colored dot plus a word: never color alone. */
export function Status({
  tone,
  children,
}: {
  tone: keyof typeof styles.tone
  children: ReactNode
}) {
  return (
    <span className={styles.status}>
      <span className={styles.tone[tone]} aria-hidden="true" />
      {children}
    </span>
  )
}
