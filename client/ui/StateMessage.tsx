import type { ReactNode } from 'react'
import * as styles from './StateMessage.css.ts'

/**
 * Renders a message in place of content that is empty, not found, failed, or not offered: what
 * happened and what to do.
 */
export function StateMessage(props: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert'
}) {
  return (
    <section className={styles.box} role={props.role}>
      <h2 className={styles.title}>{props.title}</h2>
      {props.children && <div className={styles.soft}>{props.children}</div>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </section>
  )
}
