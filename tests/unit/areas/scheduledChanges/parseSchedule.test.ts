import { describe, expect, test } from 'vitest'
import { toPeriod } from '#server/platform/areas/scheduledChanges/parseSchedule.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { findInstants } from '#shared/format/localTime.ts'
import type { ScheduleInput } from '#shared/areas/scheduledChanges/scheduleCalls.ts'

const now = '2026-03-01T12:00:00.000Z'

function findErrors(input: ScheduleInput, at = now): Record<string, string> {
  try {
    toPeriod(input, input.timeZone, at)
    return {}
  } catch (error) {
    if (error instanceof HttpError) return error.problem.fields ?? {}
    throw error
  }
}

describe('local times', () => {
  test.each([
    ['2026-11-28T22:00', 'America/Toronto', ['2026-11-29T03:00:00.000Z']],
    ['2026-07-01T22:00', 'America/Toronto', ['2026-07-02T02:00:00.000Z']],
    // Clocks skip 2:00 to 3:00.
    ['2026-03-08T02:30', 'America/Toronto', []],
    ['2026-03-29T02:30', 'Europe/Berlin', []],
    // Clocks show 1:00 to 2:00 twice.
    [
      '2026-11-01T01:30',
      'America/Toronto',
      ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ],
    // Half an hour of daylight saving.
    [
      '2026-04-05T01:45',
      'Australia/Lord_Howe',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
    ['2026-10-25T12:00', 'UTC', ['2026-10-25T12:00:00.000Z']],
  ])('%s in %s is at %j', (local, zone, instants) => {
    expect(findInstants(local, zone)).toEqual(instants)
  })

  test.each(['', 'tomorrow', '2026-02-30T10:00', '2026-11-28', '2026-11-28T22:00Z'])(
    '%j is no local time',
    (text) => {
      expect(findInstants(text, 'UTC')).toBeNull()
    },
  )
})

describe('the times of a scheduled change', () => {
  test('are instants of the time zone', () => {
    const input = {
      startsAt: '2026-03-10T22:00',
      endsAt: '2026-03-11T02:00',
      timeZone: 'America/Toronto',
    }
    expect(toPeriod(input, input.timeZone, now)).toEqual({
      startsAt: '2026-03-11T02:00:00.000Z',
      endsAt: '2026-03-11T06:00:00.000Z',
    })
  })

  test.each<[string, Partial<ScheduleInput>, string]>([
    ['a start in the past', { startsAt: '2026-03-01T11:59' }, 'startsAt'],
    ['no start', { startsAt: '' }, 'startsAt'],
    ['a start in two years', { startsAt: '2028-03-01T11:59' }, 'startsAt'],
    ['an end before the start', { endsAt: '2026-03-05T11:00' }, 'endsAt'],
    ['an end at the start', { endsAt: '2026-03-05T12:00' }, 'endsAt'],
    ['an end that is no time', { endsAt: 'later' }, 'endsAt'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('reject %s at its field', (_what, values, field) => {
    const input = { startsAt: '2026-03-05T12:00', timeZone: 'UTC', ...values }
    expect(Object.keys(findErrors(input))).toEqual([field])
  })

  test('reject a time that clocks skip, and ask about one that occurs twice', () => {
    const timeZone = 'America/Toronto'
    expect(findErrors({ startsAt: '2026-03-08T02:30', timeZone })).toEqual({
      startsAt:
        "03/08/2026 02:30 AM doesn't exist in America/Toronto, because clocks are set forward then. Choose another time.",
    })
    const twice = { startsAt: '2026-11-01T01:30', timeZone }
    expect(findErrors(twice)).toEqual({
      startOccurrence:
        '11/01/2026 01:30 AM occurs twice in America/Toronto, because clocks are set back then. Choose which one.',
    })
    for (const [startOccurrence, startsAt] of [
      ['first', '2026-11-01T05:30:00.000Z'],
      ['second', '2026-11-01T06:30:00.000Z'],
    ] as const)
      expect(toPeriod({ ...twice, startOccurrence }, timeZone, now).startsAt).toBe(startsAt)
  })
})
