import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { messages } from '#shared/messages.ts'
import * as styles from './Chart.css.ts'

export type Series = { name: string; values: readonly number[] }

type Props = {
  title: string
  /** One per value: days, reasons. */
  labels: readonly string[]
  /** At most three. */
  series: readonly Series[]
  /** A value as it is shown, in the axis and in the table. */
  format?: (value: number) => string
}

const width = 640
const height = 200
const margin = { top: 8, right: 8, bottom: 22, left: 48 }
const plain = (value: number) => value.toLocaleString('en-US')
const shades = [0, 1, 2] as const
const dashes = [undefined, '6 3', '2 3'] as const

/** The scale of the values, from zero to a round number above the greatest. */
const valueScale = (series: readonly Series[]) =>
  scaleLinear()
    .domain([0, max(series, ({ values }) => max(values)) || 1])
    .nice(4)
    .range([height - margin.bottom, margin.top])

/** Values over time as lines, drawn on the server; the same numbers stand in a table behind a toggle. */
export function LineChart({ title, labels, series, format = plain }: Props) {
  const y = valueScale(series)
  const x = scaleLinear()
    .domain([0, Math.max(1, labels.length - 1)])
    .range([margin.left, width - margin.right])
  const path = (values: readonly number[]) =>
    values
      .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)},${y(value).toFixed(1)}`)
      .join('')
  const ticks = x.ticks(6).filter((at) => Number.isInteger(at) && at < labels.length)
  return (
    <Frame title={title} labels={labels} series={series} format={format}>
      <ValueAxis scale={y} format={format} />
      {ticks.map((at) => (
        <text key={at} x={x(at)} y={height - 6} className={styles.axis} textAnchor="middle">
          {labels[at]}
        </text>
      ))}
      {series.map(({ name, values }, at) => (
        <path
          key={name}
          d={path(values)}
          className={styles.line[shades[at] ?? 0]}
          strokeDasharray={dashes[at]}
        />
      ))}
    </Frame>
  )
}

/** One value per label as bars: reasons, kinds. */
export function BarChart({ title, labels, series, format = plain }: Props) {
  const [first] = series
  const y = valueScale(series)
  const step = (width - margin.left - margin.right) / Math.max(1, labels.length)
  const floor = height - margin.bottom
  return (
    <Frame title={title} labels={labels} series={series} format={format}>
      <ValueAxis scale={y} format={format} />
      {labels.map((label, at) => {
        const top = y(first?.values[at] ?? 0)
        const left = margin.left + step * at
        return (
          <g key={label}>
            <rect
              x={left + step * 0.15}
              y={top}
              width={step * 0.7}
              height={floor - top}
              className={styles.bar}
            />
            <text x={left + step / 2} y={height - 6} className={styles.axis} textAnchor="middle">
              {label}
            </text>
          </g>
        )
      })}
    </Frame>
  )
}

function ValueAxis({
  scale,
  format,
}: {
  scale: ReturnType<typeof valueScale>
  format: (value: number) => string
}) {
  return scale.ticks(4).map((tick) => (
    <g key={tick}>
      <line
        x1={margin.left}
        x2={width - margin.right}
        y1={scale(tick)}
        y2={scale(tick)}
        className={styles.grid}
      />
      <text x={margin.left - 6} y={scale(tick) + 4} className={styles.axis} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ))
}

function Frame({
  title,
  labels,
  series,
  format = plain,
  children,
}: Props & { children: ReactNode }) {
  const id = useId()
  const empty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.caption}>
        {title}
        {series.length > 1 && (
          <span className={styles.legend}>
            {series.map(({ name }, at) => (
              <span key={name}>
                <span className={styles.swatch[shades[at] ?? 0]} aria-hidden="true" />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      {empty ? (
        <p className={styles.toggle}>{messages.chart.empty}</p>
      ) : (
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.svg} aria-hidden="true">
          {children}
        </svg>
      )}
      <details>
        <summary className={styles.toggle}>{messages.chart.table}</summary>
        <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{messages.chart.label}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, at) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{format(values[at] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
