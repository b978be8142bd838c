import { describe, expect, test } from 'vitest'
import { isQuiet } from '#shared/areas/notifications/quietHours.ts'
import type { QuietHours } from '#shared/areas/notifications/quietHours.ts'

const build = (values: Partial<QuietHours> = {}): QuietHours => ({
  quietHours: true,
  quietFrom: '22:00',
  quietUntil: '07:00',
  quietDays: [],
  timeZone: 'UTC',
  ...values,
})

describe('Quiet hours', () => {
  test.each([
    ['2026-03-02T21:59:59.999Z', false],
    ['2026-03-02T22:00:00.000Z', true],
    ['2026-03-03T06:59:59.999Z', true],
    ['2026-03-03T07:00:00.000Z', false],
  ])('over midnight: at %s they apply: %s', (at, applies) => {
    expect(isQuiet(build(), at)).toBe(applies)
    expect(isQuiet(build({ quietHours: false }), at)).toBe(false)
  })

  test('count in the time zone of the user, also after clocks change', () => {
    const berlin = build({ timeZone: 'Europe/Berlin' })
    expect(isQuiet(berlin, '2026-03-28T21:00:00.000Z')).toBe(true)
    expect(isQuiet(berlin, '2026-03-28T20:59:00.000Z')).toBe(false)
    expect(isQuiet(berlin, '2026-03-29T05:00:00.000Z')).toBe(false)
    expect(isQuiet(berlin, '2026-03-29T20:00:00.000Z')).toBe(true)
  })

  test('start only on the chosen days, and end on the next one', () => {
    // 03/06/2026 is a Friday.
    const friday = build({ quietDays: ['friday'] })
    expect(isQuiet(friday, '2026-03-06T06:00:00.000Z')).toBe(false)
    expect(isQuiet(friday, '2026-03-06T23:00:00.000Z')).toBe(true)
    expect(isQuiet(friday, '2026-03-07T06:00:00.000Z')).toBe(true)
    expect(isQuiet(friday, '2026-03-07T23:00:00.000Z')).toBe(false)
  })

  test('within a day', () => {
    const noon = build({ quietFrom: '12:00', quietUntil: '13:00', quietDays: ['monday'] })
    expect(isQuiet(noon, '2026-03-02T12:30:00.000Z')).toBe(true)
    expect(isQuiet(noon, '2026-03-02T13:00:00.000Z')).toBe(false)
    expect(isQuiet(noon, '2026-03-03T12:30:00.000Z')).toBe(false)
  })

  test('last 24 hours if both times are equal', () => {
    const all = build({ quietFrom: '08:00', quietUntil: '08:00', quietDays: ['sunday'] })
    expect(isQuiet(all, '2026-03-01T08:00:00.000Z')).toBe(true)
    expect(isQuiet(all, '2026-03-02T07:59:00.000Z')).toBe(true)
    expect(isQuiet(all, '2026-03-02T08:00:00.000Z')).toBe(false)
  })
})
