import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  toDay,
  countDays,
  formatDay,
  formatInstant,
  isDay,
  isInstant,
} from '#shared/format/dates.ts'
import { fieldKinds } from '#shared/engine/fields/kinds.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { toInstant, toLocalTime } from '#shared/format/localTime.ts'
import { isTimeZone } from '#shared/format/zones.ts'

const pad = (value: number) => String(value).padStart(2, '0')

test('any instant and day of the years 1 to 9999 is formatted with its UTC numbers', () => {
  const min = new Date('0001-01-01T00:00:00Z')
  const max = new Date('9999-12-31T23:59:59Z')
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      const iso = date.toISOString()
      const [year, month, day] = iso.slice(0, 10).split('-')
      const shownDay = `${month}/${day}/${year}`
      const hours = date.getUTCHours()
      const dayHalf = hours < 12 ? 'AM' : 'PM'
      const shown = `${shownDay} ${pad(hours % 12 || 12)}:${pad(date.getUTCMinutes())} ${dayHalf}`
      expect(formatInstant(iso, 'UTC')).toBe(shown)
      expect(formatDay(iso.slice(0, 10))).toBe(shownDay)
      expect([isInstant(iso), isDay(iso.slice(0, 10))]).toEqual([true, true])
    }),
  )
})

test.each([
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '2026-2-3',
  '2026-02-03T00:00:00Z',
  'never',
  '',
])('%j is not a day', (text) => expect(isDay(text)).toBe(false))

test.each([
  '2026-02-31T00:00:00.000Z',
  '2026-02-28T24:00:00.000Z',
  '2026-02-28T10:61:00.000Z',
  '2026-02-28T10:00:00Z',
  '2026-02-28',
  'never',
])('%j is not an instant of the platform', (text) => expect(isInstant(text)).toBe(false))

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-29', 365, '2027-03-29'],
])('%s plus %i days is %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later)
  expect(countDays(day, later)).toBe(days)
})

test.each([
  ['2026-08-31', 6, '2027-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-10-31', 1, '2026-11-30'],
  ['2026-12-15', 12, '2027-12-15'],
])('%s plus %i months is %s', (day, months, later) => expect(addMonths(day, months)).toBe(later))

describe('spec.md section 9: dates are shown as MM/DD/YYYY hh:mm A', () => {
  test.each([
    ['2025-03-09T04:05:59Z', '03/09/2025 04:05 AM'],
    ['2025-12-31T23:59:00Z', '12/31/2025 11:59 PM'],
    ['2025-01-01T00:00:00Z', '01/01/2025 12:00 AM'],
    ['2025-01-01T12:00:00Z', '01/01/2025 12:00 PM'],
  ])('%s is shown as %s', (instant, shown) => {
    expect(formatInstant(instant, 'UTC')).toBe(shown)
  })
})

test('an instant with an offset is formatted in UTC, so that server and browser agree', () => {
  expect(formatInstant('2025-06-30T23:30:00-02:00', 'UTC')).toBe('07/01/2025 01:30 AM')
})

test.each([
  ['2026-11-21', '11/21/2026'],
  ['2026-11-21T06:05:00Z', '11/21/2026 06:05 AM'],
  ['never', 'never'],
])('the day %s is shown as %s', (day, shown) => expect(formatDay(day)).toBe(shown))

test('text that is not a date is shown unchanged', () => {
  expect(formatInstant('never', 'UTC')).toBe('never')
})

describe('screens.md, "The shell": instants are shown in the time zone of the operator', () => {
  test.each([
    // Clocks change from 2 to 3, and from 3 to 2.
    ['2026-03-29T00:59:00.000Z', 'Europe/Berlin', '03/29/2026 01:59 AM'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '03/29/2026 03:00 AM'],
    ['2026-10-25T00:30:00.000Z', 'Europe/Berlin', '10/25/2026 02:30 AM'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '10/25/2026 02:30 AM'],
    ['2026-03-08T06:59:00.000Z', 'America/New_York', '03/08/2026 01:59 AM'],
    ['2026-03-08T07:00:00.000Z', 'America/New_York', '03/08/2026 03:00 AM'],
    ['2026-11-01T05:30:00.000Z', 'America/New_York', '11/01/2026 01:30 AM'],
    ['2026-11-01T06:30:00.000Z', 'America/New_York', '11/01/2026 01:30 AM'],
    ['2025-12-31T18:29:00.000Z', 'Asia/Kolkata', '12/31/2025 11:59 PM'],
    ['2025-12-31T18:30:00.000Z', 'Asia/Kolkata', '01/01/2026 12:00 AM'],
  ])('%s in %s is %s', (instant, zone, shown) => {
    expect(formatInstant(instant, zone)).toBe(shown)
  })

  test.each([
    ['2026-03-28', 'Europe/Berlin', '2026-03-27T23:00:00.000Z', '2026-03-28T22:59:59.999Z'],
    // Days of 23 and 25 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z', '2026-01-01T18:29:59.999Z'],
    // A day without midnight, and a day with two.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-07-01', 'UTC', '2026-07-01T00:00:00.000Z', '2026-07-01T23:59:59.999Z'],
  ])('the day %s in %s starts and ends at local midnight', (day, zone, start, end) => {
    expect(getDayStart(day, zone)).toBe(start)
    expect(getDayEnd(day, zone)).toBe(end)
    expect([toDay(start, zone), toDay(end, zone)]).toEqual([day, day])
  })

  test.each([
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-06-30T20:15', 'America/New_York', '2026-07-01T00:15:00.000Z'],
    ['2026-01-01T00:00', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
    ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
    // The first of two such times.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    // Before time zones existed.
    ['1800-01-01T00:00', 'Europe/Berlin', '1799-12-31T23:07:00.000Z'],
  ])('clocks show %s in %s at %s', (shown, zone, instant) => {
    expect(toInstant(shown, zone)).toBe(instant)
    expect(toLocalTime(instant, zone)).toBe(shown)
  })

  test.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
    ['2026-03-08T02:00', 'America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
    // A whole day that was skipped there.
    ['2011-12-30T09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z', '2011-12-31T09:00'],
  ])(
    '%s, which clocks skip in %s, moves forward by the skipped time',
    (skipped, zone, at, shown) => {
      expect(toInstant(skipped, zone)).toBe(at)
      expect(toLocalTime(at, zone)).toBe(shown)
    },
  )

  test.each(['2026-02-30T09:00', '2026-12-01', '12/01/2026 09:00', '0000-01-01T00:00', 'soon'])(
    '%s is not a local time, and stays unchanged',
    (text) => {
      expect(toInstant(text, 'Europe/Berlin')).toBe(text)
      expect(toLocalTime(text, 'Europe/Berlin')).toBe(text)
    },
  )

  test('the local time of any instant leads to an instant with the same local time', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']
    const date = fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, fc.constantFrom(...zones), (at, zone) => {
        const shown = toLocalTime(at.toISOString(), zone)
        expect(toLocalTime(toInstant(shown, zone), zone)).toBe(shown)
      }),
    )
  })

  test.each([
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['Etc/GMT+5', true],
    ['Europe/Nowhere', false],
    ['+02:00', false],
    ['', false],
    [null, false],
  ])('isTimeZone returns for %j: %j', (name, expected) => expect(isTimeZone(name)).toBe(expected))

  const { formatFilter } = fieldKinds.instant
  const field = { kind: 'instant', label: 'Created', required: false } as const
  test("the end of a range is shown as a day if it is a day's end in that time zone", () => {
    expect(formatFilter('2026-03-28T23:00:00.000Z', field, 'Europe/Berlin')).toBe('03/29/2026')
    expect(formatFilter('2026-03-29T21:59:59.999Z', field, 'Europe/Berlin')).toBe('03/29/2026')
    expect(formatFilter('2026-03-28T23:00:00.000Z', field, 'UTC')).toBe('03/28/2026 11:00 PM')
    expect(formatFilter('2026-03-29', field, 'Europe/Berlin')).toBe('03/29/2026 UTC')
    expect(formatFilter('2026-03-29', field, 'UTC')).toBe('03/29/2026')
  })
})
