import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { addDays, subtractTime, toDay } from '#shared/format/dates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { buildSampleValues, clearTable, insertRows } from '#tests/api/support/records.ts'

const zone = 'Pacific/Auckland'

describe.each(chooseDatabases('PostgreSQL'))('Relative dates on $name', (database) => {
  const platform = usePlatform(database)
  const now = () => platform().platform.now()
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  const insertSizes = async (times: readonly string[]) => {
    await clearTable(platform(), sizes)
    await insertRows(
      platform(),
      sizes,
      times.map((createdAt, at) => ({
        ...buildSampleValues(sizes),
        name: `Size ${at}`,
        createdAt,
      })),
    )
  }
  const findNames = async (callAs: Caller, filter: string): Promise<unknown[]> => {
    const { status, body } = await callAs('GET', `/sizes?sort=name&${filter}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map(({ name }: AnyRecord) => name)
  }
  const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

  test("count whole days in the viewer's time zone, today included", async () => {
    const inZone = await openSession(platform(), await platform().addAccount(['Sizes:read']))
    const body = { value: [zone] }
    expect((await inZone('PUT', '/preferences/timeZone', { body })).status).toBe(200)
    const ofZone = getDayStart(addDays(toDay(now(), zone), -6), zone)
    const ofUtc = getDayStart(addDays(toDay(now()), -6), 'UTC')
    await insertSizes([ofZone, before(ofZone), ofUtc, before(ofUtc)])
    const sinceZone = ofZone < ofUtc ? ['Size 0', 'Size 2', 'Size 3'] : ['Size 0']
    const sinceUtc = ofZone < ofUtc ? ['Size 2'] : ['Size 0', 'Size 1', 'Size 2']
    const filter = 'filter[createdAt][within]=last-7-days'
    expect(await findNames(inZone, filter)).toEqual(sinceZone)
    expect(await findNames(call, filter)).toEqual(sinceUtc)
    const others = ['Size 0', 'Size 1', 'Size 2', 'Size 3'].filter(
      (name) => !sinceZone.includes(name),
    )
    expect(await findNames(inZone, 'any[1][createdAt][notWithin]=last-7-days')).toEqual(others)
  })

  test('look ahead from now to the end of a day, and count hours exactly', async () => {
    const end = getDayEnd(addDays(toDay(now()), 29), 'UTC')
    const next = new Date(Date.parse(end) + 1).toISOString()
    const recent = subtractTime(now(), 3, 'hour')
    await insertSizes([end, next, recent, before(recent)])
    expect(await findNames(call, 'filter[createdAt][within]=next-30-days')).toEqual(['Size 0'])
    expect(await findNames(call, 'filter[createdAt][within]=last-4-hours')).toEqual([
      'Size 2',
      'Size 3',
    ])
    expect(await findNames(call, 'filter[createdAt][within]=last-2-hours')).toEqual([])
  })

  test('"not in" and "is not" include records without a value', async () => {
    await insertSizes([now().toISOString()])
    await sql`update sizes set chest = null`.execute(platform().platform.db)
    expect(await findNames(call, 'filter[chest][not]=48')).toEqual(['Size 0'])
    expect(await findNames(call, 'filter[chest][empty]=0')).toEqual([])
    expect(await findNames(call, 'filter[chest][empty]=1')).toEqual(['Size 0'])
  })

  test('are kept in a saved view, and used by bulk changes and exports', async () => {
    const old = subtractTime(now(), 20, 'day')
    await insertSizes([now().toISOString(), old])
    const address = 'filter[createdAt][within]=last-7-days'
    const view = { resource: 'sizes', name: 'New sizes', address, shared: false }
    const saved = await call('POST', '/views', { body: view })
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
    const { data } = (await call('GET', '/views?resource=sizes')).body
    expect(data[0]).toMatchObject({
      address: expect.stringContaining('last-7-days'),
      count: { total: 1 },
    })

    const planned = await call('POST', '/sizes/bulk/plan', {
      body: { action: 'change', values: { active: false }, query: address },
    })
    expect(planned.status, JSON.stringify(planned.body)).toBe(200)
    expect(planned.body.counts).toMatchObject({ total: 1 })
    const group = 'any[1][createdAt][within]=last-7-days&any[1][name][starts]=size+1'
    const csv = String((await call('GET', `/sizes/export?columns=name&${group}`)).body)
    expect(csv.trim().split('\n')).toHaveLength(3)
  })
})
