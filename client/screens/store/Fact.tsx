import type { ReactNode } from 'react'
import * as layout from './Store.css.ts'

/** A name and its value, for a list of them. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={layout.fact}>
    <dt className={layout.soft}>{name}</dt>
    <dd>{children}</dd>
  </div>
)
