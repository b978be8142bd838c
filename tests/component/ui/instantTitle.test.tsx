import { expect, test } from 'vitest'
import { formatInstantTooltip } from '#client/shell/formatInstantTooltip.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const getLines = (iso: string, zone: string) => formatInstantTooltip(iso, now, zone)?.split('\n')

test('the tooltip of an instant shows its own zone, UTC, and the time from now', () => {
  expect(getLines('2026-03-29T10:00:00.000Z', 'Europe/Berlin')).toEqual([
    '03/29/2026 12:00 PM Europe/Berlin',
    '03/29/2026 10:00 AM UTC',
    '2 hours ago',
  ])
  expect(getLines('2026-03-29T10:00:00.000Z', 'UTC')).toEqual([
    '03/29/2026 10:00 AM UTC',
    '2 hours ago',
  ])
})

test.each([
  ['2026-03-29T00:59:00.000Z', '03/29/2026 01:59 AM'],
  ['2026-03-29T01:00:00.000Z', '03/29/2026 03:00 AM'],
  ['2026-10-25T00:30:00.000Z', '10/25/2026 02:30 AM'],
  ['2026-10-25T01:30:00.000Z', '10/25/2026 02:30 AM'],
  ['2025-12-31T23:30:00.000Z', '01/01/2026 12:30 AM'],
])('daylight saving and the turn of the year are applied: %s is %s in Berlin', (iso, local) => {
  expect(getLines(iso, 'Europe/Berlin')?.[0]).toBe(`${local} Europe/Berlin`)
})

test.each([
  ['2026-03-29T11:59:30.000Z', '30 seconds ago'],
  ['2026-03-29T11:01:00.000Z', '59 minutes ago'],
  ['2026-03-28T11:00:00.000Z', 'yesterday'],
  ['2026-04-02T12:00:00.000Z', 'in 4 days'],
  ['2025-12-29T12:00:00.000Z', '3 months ago'],
  ['2023-03-29T12:00:00.000Z', '3 years ago'],
])('%s is %s', (iso, expected) => {
  expect(getLines(iso, 'UTC')?.at(-1)).toBe(expected)
})

test('an invalid instant has no tooltip', () => {
  expect(formatInstantTooltip('soon', now, 'UTC')).toBeNull()
})
