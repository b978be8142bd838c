import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDay, formatInstant } from '#shared/dates.ts'

dayjs.extend(utc)

test('spec.md section 9: any instant is written as dayjs writes MM/DD/YYYY hh:mm A', () => {
  const min = new Date('0001-01-01T00:00:00Z')
  const max = new Date('9999-12-31T23:59:59Z')
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      const iso = date.toISOString()
      expect(formatInstant(iso)).toBe(dayjs.utc(iso).format('MM/DD/YYYY hh:mm A'))
      expect(formatDay(iso.slice(0, 10))).toBe(dayjs.utc(iso).format('MM/DD/YYYY'))
    }),
  )
})

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
