import { useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import { dashboardMessages } from './words.ts'
import { dashboardAddress, parseDashboardView, presets, presetView } from './range.ts'
import type { DashboardView } from './range.ts'
import { formatDay } from '#shared/format/dates.ts'
import { Button } from '#client/ui/Button.tsx'
import { DateInput } from '#client/ui/inputs/DateInput.tsx'
import { useFocusOnRefusal } from '#client/ui/inputs/focusFirstInvalid.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import * as styles from './RangeBar.css.ts'
import { Link } from '#client/ui/Link.tsx'

const say = dashboardMessages.range

type Props = {
  view: DashboardView
  today: string
  asOf: string
  known: Dashboard | null
}

/** The range as links, days of one's own and the comparison as a GET form: all of it works without JavaScript. */
export function RangeBar({ view, today, asOf, known }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const { location } = useNavigation()
  const { range, typed, errors, compare, unit } = view
  useFocusOnRefusal(form, view.days ? null : errors)
  // The switch shows where it leads while that is loaded.
  const next = location?.pathname === '/dashboard' ? new URLSearchParams(location.search) : null
  const isOn = next ? parseDashboardView(next, today).compare : compare
  // Other days are other fields: they start from the address again.
  const days = dashboardAddress({ ...view, compare: true, unit: null })
  return (
    <div className={styles.bar}>
      <Segments
        label={say.label}
        items={presets.map((preset) => ({
          title: say.days(preset),
          to: dashboardAddress(presetView(preset, today, view)),
          current: preset === range,
        }))}
      />
      <Form
        ref={form}
        method="get"
        action="/dashboard"
        className={styles.form}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="range" value={range} />
        {unit && <input type="hidden" name="unit" value={unit} />}
        {(['from', 'to'] as const).map((name) => (
          <div key={`${name} ${days}`} className={styles.day}>
            <DateInput
              id={name}
              name={name}
              label={say[name]}
              day={typed[name]}
              max={today}
              error={errors[name]}
            />
          </div>
        ))}
        <Button type="submit" name="range" value="custom" color="white">
          {say.apply}
        </Button>
        <div className={styles.compare}>
          <Switch
            id="compare"
            name="compare"
            label={say.compare}
            checked={isOn}
            onChange={({ currentTarget }) => {
              if (currentTarget.form) void submit(currentTarget.form, { preventScrollReset: true })
            }}
          />
        </div>
      </Form>
      <p className={styles.shown} role="status">
        {view.days && shownDays(view.days, today, compare ? known : null)}
        {view.days?.to === today && <Instant at={asOf} say={(when) => ` ${say.asOf(when)}`} />}
      </p>
    </div>
  )
}

const span = ({ from, to }: Days) => say.span(formatDay(from), formatDay(to))

/** Which days are shown and compared: of a day that runs, what it is compared with ends at the same hour. */
function shownDays(days: Days, today: string, known: Dashboard | null): string {
  if (!known) return say.shown(span(days))
  if (!hasBefore(known)) return say.withoutEarlierData(span(days))
  const sentence = days.to === today ? say.comparedUntilSameHour : say.compared
  return sentence(span(days), span(known.before))
}

/** Whether anything is known of the range before: where nothing is, that is said once and not under every figure. */
export const hasBefore = (figures: Dashboard): boolean =>
  [figures.orders, figures.paymentsFailed, figures.mailSent, figures.giftCardsSent].some(
    ({ before }) => before > 0,
  ) || [...figures.revenue, ...figures.failedByReason].some(({ before }) => before > 0)

type Segment = { title: string; to: string; current: boolean }

/** A few views of the same thing, each with an address of its own; the current one is marked. */
export function Segments({ label, items }: { label: string; items: readonly Segment[] }) {
  return (
    <ul className={styles.segments} aria-label={label}>
      {items.map(({ title, to, current }) => (
        <li key={title} className={styles.item}>
          <Link
            to={to}
            aria-current={current ? 'true' : undefined}
            className={styles.segment}
            preventScrollReset
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
