import { formatNumber } from '#shared/format/numbers.ts'
import { ChartFrame } from './ChartFrame.tsx'
import type { ChartProps } from './ChartFrame.tsx'
import { Link } from '../Link.tsx'
import { createLinearScale, findMaximum } from './series.ts'
import * as styles from './Chart.css.ts'

/**
 * Renders one value per label as bars with numbers. Its text is HTML, so that it's readable at any
 * width.
 */
export function BarChart(chart: ChartProps) {
  const { labels, series, format = formatNumber } = chart
  const toPercent = createLinearScale(findMaximum(series), [0, 100])
  const [first] = series
  return (
    <ChartFrame {...chart}>
      <ul className={styles.bars}>
        {labels.map((label, index) => {
          const value = format(first?.values[index] ?? 0)
          const link = first?.links?.[index]
          return (
            <li key={label} className={styles.row}>
              <span className={styles.label}>{label}</span>
              <svg className={styles.track} aria-hidden="true">
                {series.map(({ name, values, thin }) => (
                  <rect
                    key={name}
                    width={`${toPercent(values[index] ?? 0)}%`}
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
    </ChartFrame>
  )
}
