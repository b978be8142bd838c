import { describe, expect, test } from 'vitest'
import { formatDay, formatInstant } from '#shared/dates.ts'

describe('spec.md section 9: dates are shown as MM/DD/YYYY hh:mm A', () => {
  test.each([
    ['2025-03-09T04:05:59Z', '03/09/2025 04:05 AM'],
    ['2025-12-31T23:59:00Z', '12/31/2025 11:59 PM'],
    ['2025-01-01T00:00:00Z', '01/01/2025 12:00 AM'],
    ['2025-01-01T12:00:00Z', '01/01/2025 12:00 PM'],
  ])('%s is shown as %s', (instant, shown) => {
    expect(formatInstant(instant)).toBe(shown)
  })
})

test('an instant of another time zone is shown in UTC, so that server and browser write the same', () => {
  expect(formatInstant('2025-06-30T23:30:00-02:00')).toBe('07/01/2025 01:30 AM')
})

test.each([
  ['2026-11-21', '11/21/2026'],
  ['2026-11-21T06:05:00Z', '11/21/2026 06:05 AM'],
  ['never', 'never'],
])('the day %s is shown as %s', (day, shown) => expect(formatDay(day)).toBe(shown))

test('what is no date is shown as it came', () => {
  expect(formatInstant('never')).toBe('never')
})
