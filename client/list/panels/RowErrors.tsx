import { panelMessages } from '#shared/engine/panelMessages.ts'
import * as styles from '#client/form/Panel.css.ts'

type RowErrorsProps = {
  rows: { line: number; error: string }[]
  title?: string
  /** Formats the error of one line, whose number counts from 1. */
  formatRow?: (line: number, error: string) => string
}

/** Renders the invalid lines, each with its first error. */
export function RowErrors({
  rows,
  title = panelMessages.rowErrors.title,
  formatRow = panelMessages.rowErrors.line,
}: RowErrorsProps) {
  return (
    <div className={styles.refusal} role="alert">
      <p>{title}</p>
      <ul className={styles.list}>
        {rows.map(({ line, error }) => (
          <li key={`${line} ${error}`}>{formatRow(line, error)}</li>
        ))}
      </ul>
    </div>
  )
}
