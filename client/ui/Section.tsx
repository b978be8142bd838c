import type { ReactNode } from 'react'
import * as styles from './Section.css.ts'

type Props = {
  /** The fragment for links to this section. */
  id: string
  title: string
  aside?: ReactNode
  narrow?: true
  children: ReactNode
}

/** Renders a titled part of a page. */
export function Section({ id, title, aside, narrow, children }: Props) {
  return (
    <section className={styles.card} data-narrow={narrow} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.heading}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
