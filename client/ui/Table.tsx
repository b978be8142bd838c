import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/global.css.ts'
import * as styles from './Table.css.ts'

export type Column<Row> = {
  label: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
}

type TableProps<Row> = {
  /** For those who do not see the heading above it, and the region that scrolls. */
  caption: string
  /** The first names its row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  empty?: ReactNode
}

/** Rows to be read; the head stays while they scroll. The list of a resource, with its address, is `RecordTable`. */
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
