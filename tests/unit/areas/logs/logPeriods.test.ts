import { expect, test } from 'vitest'
import { getLogPeriods } from '#shared/areas/logs/logPeriods.ts'

const now = '2026-03-10T12:00:00.000Z'
const streamFilter = { field: 'stream', op: 'eq', value: 'jobs' } as const

test('each period replaces the time filter and keeps the other filters', () => {
  const timeFilter = { field: 'time', op: 'gte', value: '2020-01-01' } as const
  const [hour, day] = getLogPeriods([streamFilter, timeFilter], now)
  expect(hour).toEqual({
    name: 'hour',
    filters: [streamFilter, { field: 'time', op: 'gte', value: '2026-03-10T11:00:00.000Z' }],
    current: false,
  })
  expect(day?.filters[1]?.value).toBe('2026-03-09T12:00:00.000Z')
})

test('the period shown is marked as current, even some minutes later', () => {
  const shownFilter = { field: 'time', op: 'gte', value: '2026-03-09T11:50:00.000Z' } as const
  const current = getLogPeriods([shownFilter], now).filter((period) => period.current)
  expect(current.map(({ name }) => name)).toEqual(['day'])
})
