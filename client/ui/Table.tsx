import type { ReactNode } from 'react'
import { renderCell } from './renderCell.tsx'
import { visuallyHidden } from '../styles/global.css.ts'
import * as styles from './Table.css.ts'

export type Column<Row> = {
  label: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
}

type TableProps<Row> = {
  /** Names the table for screen readers, and the region that scrolls. */
  caption: string
  /** The first column names its row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  empty?: ReactNode
}

/**
 * Renders read-only rows; the head stays while they scroll. `RecordTable` renders a resource's list
 * with its URL.
 */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty
  const isNumeric = ({ align }: Column<Row>) => align === 'end' || undefined
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
              <th key={column.label} scope="col" data-numeric={isNumeric(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.label}
                    scope={index === 0 ? 'row' : undefined}
                    data-numeric={isNumeric(column)}
                  >
                    {renderCell(column.render(row))}
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
