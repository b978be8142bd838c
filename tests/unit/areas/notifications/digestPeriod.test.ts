import { describe, expect, test } from 'vitest'
import { getDigestPeriod } from '#shared/areas/notifications/digestPeriod.ts'
import type { DigestSchedule } from '#shared/areas/notifications/digestPeriod.ts'

const build = (values: Partial<DigestSchedule> = {}): DigestSchedule => ({
  digest: 'daily',
  digestDay: 'monday',
  digestTime: '08:00',
  timeZone: 'UTC',
  ...values,
})

describe('The period of a digest', () => {
  test('a daily one ends at the last chosen time', () => {
    expect(getDigestPeriod(build(), '2026-03-04T08:00:00.000Z')).toEqual({
      from: '2026-03-03T08:00:00.000Z',
      to: '2026-03-04T08:00:00.000Z',
    })
    expect(getDigestPeriod(build(), '2026-03-04T07:59:59.999Z').to).toBe('2026-03-03T08:00:00.000Z')
  })

  test('a weekly one ends on the last chosen day', () => {
    const weekly = build({ digest: 'weekly' })
    const [from, to] = ['2026-02-23T08:00:00.000Z', '2026-03-02T08:00:00.000Z']
    expect(getDigestPeriod(weekly, to)).toEqual({ from, to })
    expect(getDigestPeriod(weekly, '2026-03-09T07:59:59.999Z')).toEqual({ from, to })
  })

  test('the time is local, so a day on which clocks change has 23 hours', () => {
    const berlin = build({ timeZone: 'Europe/Berlin' })
    expect(getDigestPeriod(berlin, '2026-03-29T12:00:00.000Z')).toEqual({
      from: '2026-03-28T07:00:00.000Z',
      to: '2026-03-29T06:00:00.000Z',
    })
  })
})
