import type { ReactNode } from 'react'
import * as styles from './Badge.css.ts'

/** A short word that marks something: "Default", "Sandbox". */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: keyof typeof styles.tone
  children: ReactNode
}) {
  return <span className={styles.tone[tone]}>{children}</span>
}
