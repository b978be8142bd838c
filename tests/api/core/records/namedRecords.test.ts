import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { clear, sampleValues } from '#tests/api/support/records.ts'
import { newStore } from '#tests/api/support/stores.ts'

describe.each(databases)('a list limited to named records on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let ids: number[]
  beforeAll(async () => {
    call = await signedIn(platform())
    await clear(platform(), sizes)
    ids = []
    for (const group of ['adult', 'youth', 'adult', 'adult']) {
      const body = { ...sampleValues(sizes), group }
      ids.push((await call('POST', '/sizes', { body })).body.id)
    }
  })
  const list = (query: string) => call('GET', `/sizes?${query}`)
  const idsIn = async (query: string) =>
    (await list(query)).body.data.map(({ id }: { id: number }) => id)

  test('answers these records alone, in the order of the list', async () => {
    const [one, two, three] = ids as [number, number, number]
    expect(await idsIn(`ids=${three},${one}&sort=createdAt`)).toEqual([one, three])
    expect((await list(`ids=${three},${one}`)).body.page).toMatchObject({ total: 2 })
    expect(await idsIn(`ids=${one},${two}&filter[group][eq]=youth`)).toEqual([two])
    expect(await idsIn(`ids=${one}&search=zzzz`)).toEqual([])
    expect(await idsIn('ids=2147483647')).toEqual([])
  })

  test('pages through them', async () => {
    const { body } = await list(`ids=${ids.join(',')}&limit=25`)
    expect(body.data).toHaveLength(4)
    const first = (await list(`ids=${ids.join(',')}&limit=25&sort=createdAt`)).body
    expect(first.page).toMatchObject({ next: null, total: 4 })
  })

  test.each(['', 'a', '0', '-1', '1,', '1.5', '2147483648', '1&ids=2'])(
    'refuses "%s" with a sentence',
    async (given) => {
      const { status, body } = await list(`ids=${given}`)
      expect([status, body.code]).toEqual([400, 'bad_request'])
    },
  )

  test('takes as many as can be selected, and no more', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',')
    expect((await list(`ids=${many(limits.chosenRecords)}`)).status).toBe(200)
    const { status, body } = await list(`ids=${many(limits.chosenRecords + 1)}`)
    expect(status).toBe(400)
    expect(body.detail).toBe('"ids" must be 1 to 200 numbers, separated by commas.')
  })

  test('shows no record that the caller does not see', async () => {
    const [seen, other] = [await newStore(call), await newStore(call)]
    const account = await platform().addAccount(['storesRead:read'], [seen.id])
    const limited = await signedIn(platform(), account)
    const { data } = (await limited('GET', `/stores?ids=${seen.id},${other.id}`)).body
    expect(data.map(({ id }: { id: number }) => id)).toEqual([seen.id])
  })
})
