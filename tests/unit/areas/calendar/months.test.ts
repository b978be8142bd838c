import { describe, expect, test } from 'vitest'
import {
  formatMonth,
  getMonthDays,
  getWeeks,
  parseMonth,
  shiftMonth,
} from '#shared/areas/calendar/months.ts'

const now = new Date('2026-12-31T23:30:00.000Z')

describe('The months of the calendar', () => {
  test.each([
    ['2027-02', '2027-02'],
    ['2027-13', '2027-01'],
    ['0000-01', '2027-01'],
    ['', '2027-01'],
    [null, '2027-01'],
  ])(
    'the URL %j names %s: the current month of the time zone unless it is a month',
    (text, month) => {
      expect(parseMonth(text, now, 'Europe/Berlin')).toBe(month)
    },
  )

  test('a month has its first and last day, and those before and after it', () => {
    expect(getMonthDays('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
    expect(shiftMonth('2026-12', 1)).toBe('2027-01')
    expect(shiftMonth('2026-01', -1)).toBe('2025-12')
    expect(formatMonth('2026-12')).toBe('December 2026')
  })

  test.each([
    ['2026-02', 4, '2026-02-01', '2026-02-28'],
    ['2026-08', 6, '2026-07-26', '2026-09-05'],
    ['2026-12', 5, '2026-11-29', '2027-01-02'],
  ])('%s touches %i weeks, from Sunday %s to Saturday %s', (month, count, first, last) => {
    const weeks = getWeeks(month)
    expect(weeks).toHaveLength(count)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last])
  })
})
