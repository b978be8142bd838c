import { max } from 'd3-array'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { messages } from '#shared/messages.ts'
import { formatNumber } from '#shared/numbers.ts'
import { LinePlot } from './LinePlot.tsx'
import { Link } from './Link.tsx'
import { linearScale } from './scale.ts'
import { shadesOf } from './series.ts'
import type { Series } from './series.ts'
import { Table } from './Table.tsx'
import type { Column } from './Table.tsx'
import * as styles from './Chart.css.ts'

type Props = {
  title: string
  /** One per value: days, reasons. */
  labels: readonly string[]
  /** At most three, and for each at most one thin one that it is compared with. */
  series: readonly Series[]
  /** A value as it is shown, in the axis and in the table. */
  format?: (value: number) => string
  /** What the labels are, as the head of the table says it. */
  label?: string
  /** What stands there when every value is zero: a `StateMessage`, a sentence. */
  empty?: ReactNode
}

type LineProps = Props & {
  /** The drawing in words, for those who do not see it. */
  description?: string
  /** The labels as they stand under the drawing, where they must be short. */
  ticks?: readonly string[]
  /** A value as it stands at the axis, where it must be short. */
  axis?: (value: number) => string
}

/** Values over time as lines, drawn on the server; the same numbers stand in a table behind a toggle. */
export function LineChart({ description, ticks, axis, ...chart }: LineProps) {
  const { title, labels, series, format = formatNumber } = chart
  return (
    <Frame {...chart}>
      <LinePlot
        title={title}
        description={description}
        labels={labels}
        ticks={ticks ?? labels}
        series={series}
        format={format}
        axis={axis ?? format}
      />
    </Frame>
  )
}

type BarProps = Props & {
  /** Where the number of each label leads. */
  links?: readonly string[]
}

/** One value per label as bars, each with its number: reasons, kinds. Its text is the page's, so that it can be read at any width. */
export function BarChart({ links, ...chart }: BarProps) {
  const { labels, series, format = formatNumber } = chart
  const share = linearScale(max(series, ({ values }) => max(values)) || 1, [0, 100])
  const [first] = series
  return (
    <Frame {...chart}>
      <ul className={styles.bars}>
        {labels.map((label, at) => {
          const value = format(first?.values[at] ?? 0)
          const link = links?.[at]
          return (
            <li key={label} className={styles.row}>
              <span className={styles.label}>{label}</span>
              <svg className={styles.track} aria-hidden="true">
                {series.map(({ name, values, thin }) => (
                  <rect
                    key={name}
                    width={`${share(values[at] ?? 0)}%`}
                    y={thin ? '75%' : 0}
                    height={thin ? '25%' : series.length > 1 ? '62%' : '100%'}
                    className={styles.bar}
                    data-thin={thin}
                  />
                ))}
              </svg>
              <span className={styles.value}>{link ? <Link to={link}>{value}</Link> : value}</span>
            </li>
          )
        })}
      </ul>
    </Frame>
  )
}

function Frame({
  title,
  labels,
  series,
  format = formatNumber,
  label = messages.chart.label,
  empty,
  children,
}: Props & { children: ReactNode }) {
  const id = useId()
  const shades = shadesOf(series)
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <span id={id}>{title}</span>
        {series.length > 1 && !isEmpty && (
          <span className={styles.legend}>
            {series.map(({ name, thin }, at) => (
              <span key={name}>
                <span
                  className={styles.swatch[shades[at] ?? 0]}
                  data-thin={thin}
                  aria-hidden="true"
                />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      {isEmpty ? (empty ?? <p className={styles.toggle}>{messages.chart.empty}</p>) : children}
      <details>
        <summary className={styles.toggle}>{messages.chart.table}</summary>
        <Table
          caption={title}
          columns={[
            { label, render: (at) => labels[at] },
            ...series.map(({ name, values }): Column<number> => ({
              label: name,
              align: 'end',
              render: (at) => format(values[at] ?? 0),
            })),
          ]}
          rows={[...labels.keys()]}
          keyOf={(at) => at}
        />
      </details>
    </figure>
  )
}
