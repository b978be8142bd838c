import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'

const relativeTimeUnits = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats an instant's tooltip: in its time zone, in UTC, and how long ago it was. */
export function formatInstantTooltip(iso: string, now: Date, zone: string): string | null {
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return null
  const zones = [...new Set([zone, utcZone])]
  return [
    ...zones.map((one) => `${formatInstant(iso, one)} ${one}`),
    formatRelativeTime(instant, now),
  ].join('\n')
}

function formatRelativeTime(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000)
  const [unit, size] = relativeTimeUnits.find(([, length]) => Math.abs(seconds) >= length) ?? [
    'second',
    1,
  ]
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return format.format(Math.trunc(seconds / size), unit)
}
