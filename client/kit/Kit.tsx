import { PageHeader } from '../ui/PageHeader.tsx'
import { buttonSections } from './buttons.tsx'
import { displaySections } from './displays.tsx'
import { fieldSections } from './fields.tsx'
import { overlaySections } from './overlays.tsx'
import { tableSections } from './tables.tsx'
import * as styles from './Kit.css.ts'

/**
 * Renders every shared element in every state, as a reference for building screens. Development
 * only.
 */
export function Component() {
  return (
    <>
      <PageHeader />
      <div className={styles.page}>
        {[
          ...buttonSections,
          ...fieldSections,
          ...overlaySections,
          ...tableSections,
          ...displaySections,
        ].map(({ title, samples, layout = 'row' }) => (
          <section key={title} className={styles.part}>
            <h2 className={styles.title}>{title}</h2>
            <div className={styles.layout[layout]}>
              {samples.map(({ name, element }) => (
                <div key={name} className={styles.sample} data-sample={name}>
                  {element}
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </>
  )
}
