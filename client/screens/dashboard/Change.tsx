import type { Compared } from '#shared/dashboard/dashboardCalls.ts'
import { dashboardMessages } from './words.ts'
import { formatNumber, numberFormat } from '#shared/numbers.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './Figures.css.ts'

/** Which way is good news: `more` orders, `fewer` failures; null where neither is. */
export type Better = 'more' | 'fewer' | null

type Props = Compared & { better: Better; format?: (value: number) => string }

const say = dashboardMessages.change

/** How a figure compares with the range before, in words, with an arrow and a tone: never by colour alone. */
export function Change({ now, before, better, format = formatNumber }: Props) {
  if (before === 0) return <span className={styles.change}>{say.none}</span>
  if (now === before) return <span className={styles.change}>{say.same}</span>
  const isUp = now > before
  const news = better === null ? 'plain' : isUp === (better === 'more') ? 'good' : 'bad'
  const word = { plain: isUp ? say.more : say.fewer, good: say.better, bad: say.worse }[news]
  return (
    <span className={styles.change}>
      <span className={styles.news[news]}>
        <span aria-hidden="true">{isUp ? '↑' : '↓'} </span>
        <span className={visuallyHidden}>{isUp ? say.up : say.down} </span>
        {percentOf(Math.abs(now - before) / before)} {word}
      </span>{' '}
      {say.than(format(before))}
    </span>
  )
}

const percent = numberFormat({ style: 'percent' })
const finePercent = numberFormat({ style: 'percent', maximumFractionDigits: 1 })

/** A share as a percentage: one decimal place below ten. */
function percentOf(share: number): string {
  if (share < 0.001) return '<0.1%'
  return share < 0.0995 ? finePercent(share) : percent(share)
}
