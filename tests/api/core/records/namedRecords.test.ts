import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { clearTable, buildSampleValues } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(databases)('Lists limited to record IDs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let ids: number[]
  beforeAll(async () => {
    call = await openSession(platform())
    await clearTable(platform(), sizes)
    ids = []
    for (const group of ['adult', 'youth', 'adult', 'adult']) {
      const body = { ...buildSampleValues(sizes), group }
      ids.push((await call('POST', '/sizes', { body })).body.id)
    }
  })
  const list = (query: string) => call('GET', `/sizes?${query}`)
  const loadIds = async (query: string) =>
    (await list(query)).body.data.map(({ id }: { id: number }) => id)

  test('returns only these records, in the order of the list', async () => {
    const [one, two, three] = ids as [number, number, number]
    expect(await loadIds(`ids=${three},${one}&sort=createdAt`)).toEqual([one, three])
    expect((await list(`ids=${three},${one}`)).body.page).toMatchObject({ total: 2 })
    expect(await loadIds(`ids=${one},${two}&filter[group][eq]=youth`)).toEqual([two])
    expect(await loadIds(`ids=${one}&search=zzzz`)).toEqual([])
    expect(await loadIds('ids=2147483647')).toEqual([])
  })

  test('pages the named records', async () => {
    const { body } = await list(`ids=${ids.join(',')}&limit=25`)
    expect(body.data).toHaveLength(4)
    const first = (await list(`ids=${ids.join(',')}&limit=25&sort=createdAt`)).body
    expect(first.page).toMatchObject({ next: null, total: 4 })
  })

  test.each(['', 'a', '0', '-1', '1,', '1.5', '2147483648', '1&ids=2'])(
    'rejects "%s" with a sentence',
    async (value) => {
      const { status, body } = await list(`ids=${value}`)
      expect([status, body.code]).toEqual([400, 'bad_request'])
    },
  )

  test('accepts as many IDs as can be selected, and no more', async () => {
    const buildIds = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',')
    expect((await list(`ids=${buildIds(limits.chosenRecords)}`)).status).toBe(200)
    const { status, body } = await list(`ids=${buildIds(limits.chosenRecords + 1)}`)
    expect(status).toBe(400)
    expect(body.detail).toBe('"ids" must be 1 to 200 numbers, separated by commas.')
  })

  test("leaves out records that the caller can't see", async () => {
    const [visible, other] = [await createStore(call), await createStore(call)]
    const account = await platform().addAccount(['storesRead:read'], [visible.id])
    const callAsLimited = await openSession(platform(), account)
    const { data } = (await callAsLimited('GET', `/stores?ids=${visible.id},${other.id}`)).body
    expect(data.map(({ id }: { id: number }) => id)).toEqual([visible.id])
  })
})
