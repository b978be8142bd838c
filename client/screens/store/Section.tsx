import type { ReactNode } from 'react'
import type { PageFailure } from '#client/failures.ts'
import { PartFailure } from './PartFailure.tsx'
import * as layout from './Store.css.ts'
import * as styles from './Section.css.ts'

/** A titled part of a tab; `id` is also where a link to it leads. */
export function Section({
  id,
  title,
  aside,
  children,
}: {
  id: string
  title: string
  /** What stands beside the title. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.card} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.sectionHead}>
        <h2 id={`${id}-title`} className={styles.sectionTitle}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A part that could not be loaded; the rest of the page stands. */
export const SectionFailure = ({ failure }: { failure: PageFailure }) => (
  <div className={layout.inset}>
    <PartFailure failure={failure} />
  </div>
)
