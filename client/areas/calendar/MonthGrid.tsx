import { buildListUrl, withQuery } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { formatMonth, getWeeks, isInMonth, shiftMonth } from '#shared/areas/calendar/months.ts'
import { formatDay, toDay } from '#shared/format/dates.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { calendarMessages } from './messages.ts'
import { buildMonthUrl } from './monthUrl.ts'
import type { MonthData } from './monthUrl.ts'
import { narrowOnly, wideOnly } from '#client/list/ListToolbar.css.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './MonthGrid.css.ts'

/** Deadlines that a day shows. The list shows the others. */
const maxShownPerDay = 4

/** Renders the deadlines of a month as weeks; in a narrow window only the days that have some. */
export function MonthGrid({ view, data }: ListProps) {
  const zone = useTimeZone()
  const { month, today, isComplete } = data as MonthData // The loader of this screen returns it.
  const byDay = Map.groupBy(data.records, ({ at }) => toDay(String(at), zone))
  const buildDayUrl = (day: string) => {
    const filters = [
      ...view.query.filters,
      { field: 'at', op: 'gte', value: getDayStart(day, zone) } as const,
      { field: 'at', op: 'lte', value: getDayEnd(day, zone) } as const,
    ]
    return buildListUrl(deadlines, withQuery(view, { filters }))
  }
  return (
    <>
      <nav aria-label={calendarMessages.months} className={styles.months}>
        {[
          { label: calendarMessages.previous, name: calendarMessages.previousMonth, count: -1 },
          { label: calendarMessages.thisMonth, name: calendarMessages.thisMonth, count: null },
          { label: calendarMessages.next, name: calendarMessages.nextMonth, count: 1 },
        ].map(({ label, name, count }) => (
          <Link
            key={label}
            to={buildMonthUrl(view, count === null ? undefined : shiftMonth(month, count))}
            className={styles.step}
            aria-label={name}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      {!isComplete && (
        <p className={styles.note}>{calendarMessages.incomplete(data.records.length)}</p>
      )}
      <table className={styles.grid}>
        <caption className={visuallyHidden}>{formatMonth(month)}</caption>
        <thead>
          <tr>
            {calendarMessages.weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {getWeeks(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const dayDeadlines = byDay.get(day) ?? []
                return (
                  <td
                    key={day}
                    className={isInMonth(day, month) ? styles.day : styles.otherDay}
                    data-today={day === today || undefined}
                    data-empty={dayDeadlines.length === 0 || undefined}
                  >
                    <DayTime day={day} isToday={day === today} />
                    {isInMonth(day, month) && (
                      <DayDeadlines deadlines={dayDeadlines} to={buildDayUrl(day)} day={day} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {data.records.length === 0 && (
        <p className={styles.none}>{calendarMessages.none(formatMonth(month))}</p>
      )}
    </>
  )
}

const DayTime = ({ day, isToday }: { day: string; isToday: boolean }) => (
  <time dateTime={day} className={styles.number} aria-current={isToday ? 'date' : undefined}>
    <span className={wideOnly}>{Number(day.slice(8))}</span>
    <span className={narrowOnly}>{formatDay(day)}</span>
  </time>
)

type DayDeadlinesProps = { deadlines: readonly AnyRecord[]; to: string; day: string }

function DayDeadlines({ deadlines: all, to, day }: DayDeadlinesProps) {
  if (all.length === 0) return null
  const shown = all.length > maxShownPerDay ? all.slice(0, maxShownPerDay - 1) : all
  const hidden = all.length - shown.length
  return (
    <ul className={styles.deadlines}>
      {shown.map(({ id, title, kind, link }) => (
        <li key={id}>
          <Link
            to={String(link)}
            className={styles.deadline}
            data-kind={kind}
            title={String(title)}
          >
            {String(title)}
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Link
            to={to}
            className={styles.more}
            aria-label={calendarMessages.moreOn(hidden, formatDay(day))}
          >
            {calendarMessages.more(hidden)}
          </Link>
        </li>
      )}
    </ul>
  )
}
