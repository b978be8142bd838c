import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/global.css.ts'
import * as styles from './Table.css.ts'

/** One column of a table, as data. */
export type Column<Row> = {
  label: string
  render: (row: Row) => ReactNode
  /** `end` for numbers, which are read from the right; default `start`. */
  align?: 'start' | 'end'
}

type TableProps<Row> = {
  /** Names the table for those who do not see the heading above it, and the region that scrolls. */
  caption: string
  /** The first names its row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What tells a row from the others. */
  keyOf: (row: Row) => string | number
  /** What stands there instead when there are no rows: a `StateMessage`, a sentence. */
  empty?: ReactNode
}

/**
 * Rows to be read: members, groups, logs. Its head stays while many rows scroll, and where it is wider than its place the
 * keyboard scrolls it. The list of a resource, with its sorting and its address, is `RecordTable`.
 */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty
  const numeric = ({ align }: Column<Row>) => align === 'end' || undefined
  return (
    <div
      className={`${styles.scroll} ${styles.tall}`}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className={visuallyHidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-numeric={numeric(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.label}
                    scope={at === 0 ? 'row' : undefined}
                    data-numeric={numeric(column)}
                  >
                    {column.render(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
