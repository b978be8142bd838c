import type { ReactNode } from 'react'
import { useId } from 'react'
import { formatNumber } from '#shared/format/numbers.ts'
import { assignSeriesColors } from './series.ts'
import type { Series } from './series.ts'
import { Link } from '../Link.tsx'
import { Table } from '../Table.tsx'
import type { Column } from '../Table.tsx'
import { chartMessages } from './messages.ts'
import * as styles from './Chart.css.ts'

export type ChartProps = {
  title: string
  labels: readonly string[]
  /** At most three, each with at most one thin series to compare it with. */
  series: readonly Series[]
  format?: (value: number) => string
  label?: string
  note?: string
  empty?: ReactNode
}

/**
 * Renders the frame of every chart: title, legend, and the same numbers as a table behind a toggle.
 */
export function ChartFrame({
  title,
  labels,
  series,
  format = formatNumber,
  label = chartMessages.label,
  note,
  empty,
  children,
}: ChartProps & { children: ReactNode }) {
  const id = useId()
  const colors = assignSeriesColors(series)
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <span id={id}>{title}</span>
        {series.length > 1 && !isEmpty && (
          <span className={styles.legend}>
            {series.map(({ name, thin }, index) => (
              <span key={name}>
                <span
                  className={styles.swatch[colors[index] ?? 0]}
                  data-thin={thin}
                  aria-hidden="true"
                />
                {name}
              </span>
            ))}
          </span>
        )}
        {note && <small className={styles.note}>{note}</small>}
      </figcaption>
      {isEmpty ? (empty ?? <p className={styles.toggle}>{chartMessages.noData}</p>) : children}
      <details>
        <summary className={styles.toggle}>{chartMessages.showTable}</summary>
        <Table
          caption={title}
          columns={[
            { label, render: (index) => labels[index] },
            ...series.map(({ name, values, links }): Column<number> => ({
              label: name,
              align: 'end',
              render: (index) => {
                const value = format(values[index] ?? 0)
                const link = links?.[index]
                return link ? <Link to={link}>{value}</Link> : value
              },
            })),
          ]}
          rows={[...labels.keys()]}
          keyOf={(index) => index}
        />
      </details>
    </figure>
  )
}
