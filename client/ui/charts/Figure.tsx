import type { ReactNode } from 'react'
import { formatNumber, createNumberFormat } from '#shared/format/numbers.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { Link } from '../Link.tsx'
import { changeMessages } from './messages.ts'
import * as styles from './Figure.css.ts'

export const FigureStrip = ({
  columns,
  children,
}: {
  columns?: 3 | 4 | 5
  children: ReactNode
}) => (
  <dl className={styles.strip} data-columns={columns}>
    {children}
  </dl>
)

type FigureProps = {
  label: string
  value: string
  to?: string | undefined
  /** Marks the figure as bad regardless of its previous value. */
  bad?: boolean
  children?: ReactNode
}

export function Figure({ label, value, to, bad, children }: FigureProps) {
  const marks = { className: styles.number, 'data-bad': bad || undefined }
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {to === undefined ? (
          <span {...marks}>{value}</span>
        ) : (
          <Link to={to} {...marks}>
            {value}
          </Link>
        )}
      </dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  )
}

/** The direction that is good news: `more` orders, `fewer` failures; null if neither is. */
export type BetterDirection = 'more' | 'fewer' | null

type FigureChangeProps = {
  now: number
  before: number
  better: BetterDirection
  format?: (value: number) => string
}

/**
 * Renders the change since the previous period in words, arrow, and tone. Only a worse figure is
 * red.
 */
export function FigureChange({ now, before, better, format = formatNumber }: FigureChangeProps) {
  if (now === before) return <span className={styles.change}>{changeMessages.same}</span>
  if (before === 0) return <span className={styles.change}>{changeMessages.fromZero}</span>
  const isUp = now > before
  const news = better === null ? 'plain' : isUp === (better === 'more') ? 'good' : 'bad'
  const sentence = {
    plain: changeMessages.changed,
    good: changeMessages.better,
    bad: changeMessages.worse,
  }[news]
  return (
    <span className={styles.change}>
      <span data-news={news} className={styles.news}>
        <span aria-hidden="true">{isUp ? '↑' : '↓'} </span>
        <span className={visuallyHidden}>{isUp ? changeMessages.up : changeMessages.down} </span>
        {sentence(formatPercent(Math.abs(now - before) / before), format(before))}
      </span>
    </span>
  )
}

const formatOneDecimal = createNumberFormat({ maximumFractionDigits: 1 })

/** Formats a share as a percentage, with one decimal place below ten. */
function formatPercent(share: number): string {
  if (share < 0.001) return changeMessages.lessThanPercent('0.1')
  return changeMessages.percent(
    share < 0.0995 ? formatOneDecimal(share * 100) : formatNumber(Math.round(share * 100)),
  )
}
