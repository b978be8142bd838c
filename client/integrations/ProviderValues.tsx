import type { ReactNode } from 'react'
import { CopyText } from '../ui/texts/CopyText.tsx'
import { setupPageMessages } from './setupPageMessages.ts'
import * as styles from './integrations.css.ts'

type Props = {
  /** By what the provider calls each; what it is called here where it has no common name. */
  entries: readonly (readonly [what: string, value: string])[]
  explain?: string
  children?: ReactNode
}

/** What a provider must know of us, to copy. It begins a set-up, so it stands before the provider's own settings. */
export const ProviderValues = ({ entries, explain, children }: Props) => (
  <section aria-label={setupPageMessages.toEnter} className={styles.toEnter}>
    <div className={styles.standing}>
      <strong className={styles.heading}>{setupPageMessages.toEnter}</strong>
      {children}
    </div>
    {explain && <p className={styles.soft}>{explain}</p>}
    <dl className={styles.entries}>
      {entries.map(([what, value]) => (
        <div key={what}>
          <dt className={styles.soft}>{what}</dt>
          <dd>
            <CopyText text={value} what={what} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
