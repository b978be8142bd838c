import type { ReactNode } from 'react'
import { CopyText } from '../ui/texts/CopyText.tsx'
import { setupPageMessages } from './setupPageMessages.ts'
import * as styles from './integrations.css.ts'

type Props = {
  /** `what` is the provider's name for the value, or ours if the providers have no common name. */
  entries: readonly (readonly [what: string, value: string])[]
  explain?: string
  children?: ReactNode
}

/**
 * Lists the values to copy to the provider. They come first in a setup, so they are above the
 * provider's own settings.
 */
export const ProviderValues = ({ entries, explain, children }: Props) => (
  <section aria-label={setupPageMessages.toEnter(entries.length)} className={styles.toEnter}>
    <div className={styles.standing}>
      <strong className={styles.heading}>{setupPageMessages.toEnter(entries.length)}</strong>
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
