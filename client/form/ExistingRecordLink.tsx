import { Link } from 'react-router'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import * as styles from './Panel.css.ts'

/** Links from a value that must be unique to the record that already has it. */
export const ExistingRecordLink = ({ label, to }: { label: string; to: string }) => (
  <p className={styles.note}>
    <Link to={to}>{formMessages.openExisting(label)}</Link>
  </p>
)
