import { useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { hasEarlierData } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { Button } from '#client/frame/index.ts'
import { dashboardMessages } from './messages.ts'
import {
  buildDashboardUrl,
  parseDashboardView,
  rangePresets,
  createPresetView,
} from './dashboardView.ts'
import type { DashboardView } from './dashboardView.ts'
import { formatDay } from '#shared/format/dates.ts'
import { DateInput } from '#client/ui/inputs/DateInput.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import * as styles from './RangeBar.css.ts'
import { Link } from '#client/ui/Link.tsx'

type Props = {
  view: DashboardView
  today: string
  asOf: string
  known: Dashboard | null
}

/**
 * Offers preset ranges as links, and custom days and the comparison as a GET form. All of it works
 * without JavaScript.
 */
export function RangeBar({ view, today, asOf, known }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const { location } = useNavigation()
  const { range, input: typed, errors, compare, unit } = view
  useFocusFirstInvalid(form, view.days ? null : errors)
  // While the next page loads, the switch already shows its new state.
  const next = location?.pathname === '/dashboard' ? new URLSearchParams(location.search) : null
  const isOn = next ? parseDashboardView(next, today).compare : compare
  // Changing the days resets the fields to the URL.
  const daysKey = buildDashboardUrl({ ...view, compare: true, unit: null })
  return (
    <div className={styles.bar}>
      <Segments
        label={dashboardMessages.range.label}
        items={rangePresets.map((preset) => ({
          title: dashboardMessages.range.days(preset),
          to: buildDashboardUrl(createPresetView(preset, today, view)),
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
          <div key={`${name} ${daysKey}`} className={styles.day}>
            <DateInput
              id={name}
              name={name}
              label={dashboardMessages.range[name]}
              day={typed[name]}
              max={today}
              error={errors[name]}
            />
          </div>
        ))}
        <Button type="submit" name="range" value="custom" color="white">
          {dashboardMessages.range.apply}
        </Button>
        <div className={styles.compare}>
          <Switch
            id="compare"
            name="compare"
            label={dashboardMessages.range.compare}
            checked={isOn}
            onChange={({ currentTarget }) => {
              if (currentTarget.form) void submit(currentTarget.form, { preventScrollReset: true })
            }}
          />
        </div>
      </Form>
      <p className={styles.shown} role="status">
        {view.days && formatShownDays(view.days, today, compare ? known : null)}
        {view.days?.to === today && (
          <Instant at={asOf} format={(when) => ` ${dashboardMessages.range.updated(when)}`} />
        )}
      </p>
    </div>
  )
}

const formatRange = ({ from, to }: DayRange) =>
  dashboardMessages.range.span(formatDay(from), formatDay(to))

/**
 * Describes the days shown and compared. If the range includes today, its comparison ends at the
 * same hour.
 */
function formatShownDays(days: DayRange, today: string, figures: Dashboard | null): string {
  if (!figures) return dashboardMessages.range.shown(formatRange(days))
  if (!hasEarlierData(figures)) return dashboardMessages.range.withoutEarlierData(formatRange(days))
  const formatSentence =
    days.to === today
      ? dashboardMessages.range.comparedUntilSameHour
      : dashboardMessages.range.compared
  return formatSentence(formatRange(days), formatRange(figures.before))
}

type Segment = { title: string; to: string; current: boolean }

/** Links to a few views of the same data, each with its own URL, and marks the current one. */
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
