import { describe, expect, test } from 'vitest'
import { findNextOnCall, findOnCall } from '#shared/areas/alertChannels/onCall.ts'
import type { Override, Rotation, Schedule } from '#shared/areas/alertChannels/onCall.ts'

const [ana, ben, cleo, dora] = [1, 2, 3, 4]

const buildSchedule = (
  values: Partial<Rotation> = {},
  overrides: Override[] = [],
  inactive: number[] = [],
): Schedule => ({
  rotation: {
    userIds: [ana, ben, cleo],
    timeZone: 'Europe/Berlin',
    handoverDay: 'monday',
    handoverTime: '09:00',
    startsOn: '2026-03-02',
    ...values,
  },
  overrides,
  isActive: (userId) => !inactive.includes(userId),
})

describe('Who is on call', () => {
  const schedule = buildSchedule()

  test.each([
    ['2026-03-02T07:59:59.999Z', cleo],
    ['2026-03-02T08:00:00.000Z', ana],
    ['2026-03-09T07:59:59.999Z', ana],
    ['2026-03-09T08:00:00.000Z', ben],
    ['2026-03-16T08:00:00.000Z', cleo],
    ['2026-03-23T08:00:00.000Z', ana],
  ])('at %s it is user %i, a week each', (at, user) => {
    expect(findOnCall(schedule, at)).toBe(user)
  })

  test('the first week may be named by any of its days', () => {
    const other = buildSchedule({ startsOn: '2026-03-05' })
    expect(findOnCall(other, '2026-03-02T08:00:00.000Z')).toBe(ana)
  })

  test('weeks before the first one have a user too', () => {
    expect(findOnCall(schedule, '2026-02-16T12:00:00.000Z')).toBe(ben)
  })

  test('the handover is at the same local time after clocks change', () => {
    // Berlin is an hour ahead of UTC until 03/29/2026, and two hours afterward.
    expect(findOnCall(schedule, '2026-03-30T06:59:59.999Z')).toBe(ana)
    expect(findOnCall(schedule, '2026-03-30T07:00:00.000Z')).toBe(ben)
  })

  test('a handover in the hour that clocks skip is an hour later', () => {
    const sunday = buildSchedule({ handoverDay: 'sunday', handoverTime: '02:30' })
    expect(findOnCall(sunday, '2026-03-29T01:29:59.999Z')).toBe(ana)
    expect(findOnCall(sunday, '2026-03-29T01:30:00.000Z')).toBe(ben)
  })

  test('a handover in the hour that clocks repeat is the first one', () => {
    const sunday = buildSchedule({
      userIds: [ana, ben],
      handoverDay: 'sunday',
      handoverTime: '02:30',
      startsOn: '2026-10-18',
    })
    expect(findOnCall(sunday, '2026-10-25T00:29:59.999Z')).toBe(ana)
    expect(findOnCall(sunday, '2026-10-25T00:30:00.000Z')).toBe(ben)
    expect(findOnCall(sunday, '2026-10-25T01:30:00.000Z')).toBe(ben)
  })

  test('the week of a user whose account is not active goes to the next one', () => {
    const skipping = buildSchedule({}, [], [ben])
    expect(findOnCall(skipping, '2026-03-09T08:00:00.000Z')).toBe(cleo)
    expect(findOnCall(skipping, '2026-03-16T08:00:00.000Z')).toBe(cleo)
    expect(findOnCall(buildSchedule({}, [], [ana, ben, cleo]), '2026-03-09T08:00:00.000Z')).toBe(
      null,
    )
  })

  test('the newest of several overlapping overrides applies', () => {
    const overrides = [
      { userId: dora, startsAt: '2026-03-03T00:00:00.000Z', endsAt: '2026-03-06T00:00:00.000Z' },
      { userId: ben, startsAt: '2026-03-04T00:00:00.000Z', endsAt: '2026-03-05T00:00:00.000Z' },
    ]
    const overridden = buildSchedule({}, overrides)
    expect(findOnCall(overridden, '2026-03-02T23:59:59.999Z')).toBe(ana)
    expect(findOnCall(overridden, '2026-03-03T00:00:00.000Z')).toBe(dora)
    expect(findOnCall(overridden, '2026-03-04T12:00:00.000Z')).toBe(ben)
    expect(findOnCall(overridden, '2026-03-05T00:00:00.000Z')).toBe(dora)
    expect(findOnCall(overridden, '2026-03-06T00:00:00.000Z')).toBe(ana)
    const withoutBen = buildSchedule({}, overrides, [ben])
    expect(findOnCall(withoutBen, '2026-03-04T12:00:00.000Z')).toBe(dora)
  })
})

describe('Who is on call next', () => {
  const at = '2026-03-03T00:00:00.000Z'

  test('is the user of the next week', () => {
    expect(findNextOnCall(buildSchedule(), at)).toEqual({
      userId: ben,
      at: '2026-03-09T08:00:00.000Z',
    })
  })

  test('is nobody else if only one account is active', () => {
    expect(findNextOnCall(buildSchedule({}, [], [ben, cleo]), at)).toBe(null)
  })

  test('is the user of an override that starts sooner', () => {
    const startsAt = '2026-03-05T00:00:00.000Z'
    const override = { userId: dora, startsAt, endsAt: '2026-03-06T00:00:00.000Z' }
    expect(findNextOnCall(buildSchedule({}, [override]), at)).toEqual({
      userId: dora,
      at: startsAt,
    })
  })

  test('is found after an override of several weeks', () => {
    const override = {
      userId: ana,
      startsAt: '2026-03-02T00:00:00.000Z',
      endsAt: '2026-06-09T00:00:00.000Z',
    }
    // The week of 06/08/2026 is Cleo's.
    expect(findNextOnCall(buildSchedule({}, [override]), at)).toEqual({
      userId: cleo,
      at: '2026-06-09T00:00:00.000Z',
    })
  })
})
