import { expect, test } from 'vitest'
import { getLogPeriods } from '#shared/areas/logs/logPeriods.ts'

const now = '2026-03-10T12:00:00.000Z'
const of = { field: 'stream', op: 'eq', value: 'jobs' } as const

test('each period takes the place of the time before it, and keeps what else is filtered', () => {
  const before = { field: 'time', op: 'gte', value: '2020-01-01' } as const
  const [hour, day] = getLogPeriods([of, before], now)
  expect(hour).toEqual({
    name: 'hour',
    filters: [of, { field: 'time', op: 'gte', value: '2026-03-10T11:00:00.000Z' }],
    current: false,
  })
  expect(day?.filters[1]?.value).toBe('2026-03-09T12:00:00.000Z')
})

test('the one that is shown is marked, also some minutes later', () => {
  const shown = { field: 'time', op: 'gte', value: '2026-03-09T11:50:00.000Z' } as const
  const current = getLogPeriods([shown], now).filter((period) => period.current)
  expect(current.map(({ name }) => name)).toEqual(['day'])
})
