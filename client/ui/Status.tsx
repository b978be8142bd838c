import type { ReactNode } from 'react'
import * as styles from './Status.css.ts'

/** A state as a coloured dot plus a word: never colour alone. */
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
