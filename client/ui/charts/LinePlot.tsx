import { useId } from 'react'
import {
  createLinearScale,
  computeAxis,
  getDashPattern,
  findMaximum,
  assignSeriesColors,
} from './series.ts'
import type { Series } from './series.ts'
import * as styles from './Chart.css.ts'

type Props = {
  title: string
  description: string | undefined
  labels: readonly string[]
  ticks: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
  axis: (value: number) => string
}

const plotHeight = 200
const plotTop = 8
const plotBottom = 176
/**
 * Width of the coordinate system for lines. They stretch to the available width; the text beside
 * them doesn't.
 */
const drawingWidth = 1000
const maxTicks = 6
const toPercent = (share: number) => `${(share * 100).toFixed(3)}%`

/**
 * Renders lines over time as SVG that fits any width without script: lines stretch, but not their
 * stroke width or text.
 */
export function LinePlot({ title, description, labels, ticks, series, format, axis }: Props) {
  const id = useId()
  const scale = computeAxis(findMaximum(series), 4)
  const y = createLinearScale(scale.most, [plotBottom, plotTop])
  const values = scale.values.filter(Number.isInteger)
  const last = labels.length - 1
  const share = (index: number) => (last === 0 ? 0.5 : index / last)
  const toPoint = (value: number, index: number) =>
    `${(share(index) * drawingWidth).toFixed(1)},${y(value).toFixed(1)}`
  const colors = assignSeriesColors(series)
  const step = Math.max(1, Math.ceil(last / maxTicks))
  const tickIndexes = [...labels.keys()].filter((index) => (last - index) % step === 0)
  const toSlotEdge = (index: number) =>
    Math.min(1, Math.max(0, last === 0 ? index + 0.5 : index / last))
  return (
    <div className={styles.plot}>
      <svg className={styles.values} aria-hidden="true">
        {values.map((value) => (
          <text key={value} x="100%" y={y(value) + 4} className={styles.axis} textAnchor="end">
            {axis(value)}
          </text>
        ))}
      </svg>
      <svg
        className={styles.drawing}
        role="img"
        aria-labelledby={`${id}t`}
        aria-describedby={`${id}d`}
      >
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{description}</desc>
        {values.map((value) => (
          <line key={value} x2="100%" y1={y(value)} y2={y(value)} className={styles.grid} />
        ))}
        <svg
          viewBox={`0 0 ${drawingWidth} ${plotHeight}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {series.map(({ name, values, thin }, index) => (
            <path
              key={name}
              d={`M${values.map(toPoint).join('L')}`}
              className={styles.line[colors[index] ?? 0]}
              strokeDasharray={getDashPattern(colors[index])}
              vectorEffect="non-scaling-stroke"
              data-thin={thin}
            />
          ))}
        </svg>
        {last === 0 &&
          series.map(({ name, values, thin }, index) => (
            <circle
              key={name}
              cx="50%"
              cy={y(values[0] ?? 0)}
              r={thin ? 2 : 4}
              className={styles.point[colors[index] ?? 0]}
            />
          ))}
        {labels.map((label, index) => (
          // Browsers show this title for the value under the pointer.
          <rect
            key={label}
            x={toPercent(toSlotEdge(index - 0.5))}
            width={toPercent(toSlotEdge(index + 0.5) - toSlotEdge(index - 0.5))}
            height={plotBottom}
            className={styles.slot}
          >
            <title>
              {`${label}\n${series.map(({ name, values }) => `${name}: ${format(values[index] ?? 0)}`).join('\n')}`}
            </title>
          </rect>
        ))}
        {tickIndexes.map((index) => (
          <text
            key={index}
            x={toPercent(share(index))}
            y={plotHeight - 4}
            className={styles.axis}
            textAnchor={getTextAnchor(share(index))}
            data-minor={((last - index) / step) % 2 === 1 || undefined}
          >
            {ticks[index]}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Returns the anchor that keeps text at the ends within the drawing. */
const getTextAnchor = (share: number) => (share < 0.05 ? 'start' : share > 0.95 ? 'end' : 'middle')
