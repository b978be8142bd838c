import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { getMonthOrder, matchNearMonth } from '#server/platform/core/records/list/nearMonth.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

const now = new Date('2026-03-15T12:00:00Z')
const newestFirst: Sort = [{ field: 'time', descending: true }]
const months = ['2025_12', '2026_01', '2026_02', '2026_03', '2026_04']

test.each(['', 'limit=50&sort=-time&counts=stream', 'after=x'])(
  'the whole list "%s" is read by month',
  (query) => {
    const params = new URLSearchParams(query)
    expect(getMonthOrder('logEntries', newestFirst, params, now)).toEqual({ column: 'time', now })
  },
)

test.each([
  ['search=acme', newestFirst],
  ['filter[event][eq]=x', newestFirst],
  ['grouped=1', newestFirst],
  ['ids=1,2', newestFirst],
  ['sort=event', [{ field: 'event', descending: false }] as Sort],
])('the list "%s" is read whole', (query, sort) => {
  expect(getMonthOrder('logEntries', sort, new URLSearchParams(query), now)).toBeNull()
})

describe.each(chooseDatabases('PostgreSQL'))('Lists by month on $name', (database) => {
  const platform = usePlatform(database)
  beforeAll(async () => {
    for (const month of months)
      await sql`select make_month('audit', ${`${month.replace('_', '-')}-01T00:00:00Z`})`.execute(
        platform().platform.db,
      )
  })

  const monthOrder = { column: 'time', now }
  const position = '2026-01-20T00:00:00.000Z'

  test.each([
    ['the newest page', false, null, ['2026_02', '2026_03', '2026_04']],
    ['an older page', false, position, ['2025_12', '2026_01']],
    ['a page in ascending order', true, position, ['2026_01', '2026_02']],
    ['the oldest page', true, null, months],
  ])('%s plans only the months that it may need', async (_name, ascending, key, planned) => {
    const isNear = matchNearMonth(monthOrder, ascending, key === null ? null : { keys: [key] })
    const { rows } = await sql<Record<string, string>>`
      explain select from audit where ${isNear ?? sql`true`}`.execute(platform().platform.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(months.filter((month) => plan.includes(`audit_${month}`))).toEqual(planned)
  })

  test.each(['0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z'])(
    'a cursor at %s returns a page in both directions',
    async (key) => {
      const call = await openSession(platform())
      for (const sort of ['time', '-time']) {
        const cursor = Buffer.from(JSON.stringify([sort, 'next', [key], 1])).toString('base64url')
        const { status } = await call('GET', `/logEntries?sort=${sort}&after=${cursor}`)
        expect(status).toBe(200)
      }
    },
  )
})
