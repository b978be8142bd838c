import type { ReactNode } from 'react'
import type { AnyRecord } from '#shared/resource.ts'
import * as styles from '../Store.css.ts'

/** Forms that change the store: shut while it is about to be deleted, as the banner above says (HoldBanner.tsx). */
export const UnlessHeld = ({ store, children }: { store: AnyRecord; children: ReactNode }) => (
  <fieldset disabled={Boolean(store['deleteAfter'])} className={styles.shut}>
    {children}
  </fieldset>
)
