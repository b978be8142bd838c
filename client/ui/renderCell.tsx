import type { ReactNode } from 'react'
import { empty } from './Table.css.ts'

/** The dash of an empty cell. Screen readers skip it, and copied rows don't contain it. */
const dash = (
  <span aria-hidden="true" className={empty}>
    –
  </span>
)

/** Returns the content of a table cell, or a dash if there is none. */
export const renderCell = (content: ReactNode): ReactNode =>
  content === null || content === undefined || content === false || content === '' ? dash : content
