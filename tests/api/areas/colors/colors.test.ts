import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('Colors on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const createColor = (hex: string, code: string, more = {}) =>
    call('POST', '/colors', {
      body: { name: code, code, hex, active: true, ...more },
    })

  test.each([
    ['#FF0000', 0],
    ['#ff8000', 30],
    ['#FFFF00', 60],
    ['#00FF00', 120],
    ['#00FFFF', 180],
    ['#0000FF', 240],
    ['#FF00FF', 300],
    ['#FF0001', 0],
    ['#FF0008', 358],
    ['#808080', null],
    ['#808A80', null],
    ['#808D80', 120],
  ])('the hue of %s is %s', async (hex, hue) => {
    const { body } = await createColor(hex, hex.slice(1))
    expect(body.hue).toBe(hue)
    await call('DELETE', `/colors/${body.id}`)
  })

  test('the list is sorted by hue, with grays apart, and the hue follows the color', async () => {
    const loadHues = async () =>
      (await call('GET', '/colors?sort=hue&limit=100')).body.data.map(
        ({ hue }: { hue: number | null }) => hue,
      )
    const sortedHues = (await loadHues()).filter((hue: number | null) => hue !== null)
    expect(sortedHues).toEqual(sortedHues.toSorted((one: number, other: number) => one - other))
    expect(await loadHues()).toContain(null)
    const { body } = await createColor('#FF0000', 'TURNS')
    const change = { body: { hex: '#0000FF' }, ifMatch: 1 }
    expect((await call('PATCH', `/colors/${body.id}`, change)).body.hue).toBe(240)
    const rejection = await call('PATCH', `/colors/${body.id}`, { body: { hue: 7 }, ifMatch: 2 })
    expect(rejection.status).toBe(422)
  })

  test('the color column sorts by hue with grays last, across pages in both directions', async () => {
    const list = (await call('GET', '/colors?sort=hex&limit=100')).body
    const hues: (number | null)[] = list.data.map(({ hue }: { hue: number | null }) => hue)
    const degrees = hues.map((hue) => hue ?? 360)
    expect(degrees).toEqual(degrees.toSorted((one, other) => one - other))
    expect(hues).toContain(null)
    const getIds = (data: { id: number }[]) => data.map(({ id }) => id)
    for (const sort of ['hex', '-hex', 'secondHex', '-secondHex']) {
      const all = getIds((await call('GET', `/colors?sort=${sort}&limit=100`)).body.data)
      const pages: number[][] = []
      let after: string | null = ''
      while (after !== null) {
        const path: string = `/colors?sort=${sort}&limit=7${after && `&after=${after}`}`
        const { data, page } = (await call('GET', path)).body
        pages.push(getIds(data))
        after = page.next
      }
      expect(pages.flat(), sort).toEqual(all)
    }
    const second = (await call('GET', '/colors?sort=hex&limit=7')).body
    const third = (await call('GET', `/colors?sort=hex&limit=7&after=${second.page.next}`)).body
    const previousPage = (
      await call('GET', `/colors?sort=hex&limit=7&after=${third.page.previous}`)
    ).body
    expect(getIds(previousPage.data)).toEqual(getIds(second.data))
  })

  test('near-duplicate colors are found, the closest pair first', async () => {
    const { status, body } = await call('GET', '/colors/nearDuplicates')
    expect(status).toBe(200)
    expect(body.total).toBe(body.data.length)
    const pairs = body.data.map(
      ({ one, other }: Record<string, { code: string }>) => `${one?.code} ${other?.code}`,
    )
    expect(pairs).toEqual(expect.arrayContaining(['NVY MID', 'BLK JET', 'HGR GRM', 'FST BTG']))
    expect(pairs).not.toContain('NVY BLK')
    const distances = body.data.map(({ distance }: { distance: number }) => distance)
    expect(distances).toEqual(distances.toSorted((one: number, other: number) => one - other))
    expect(Math.max(...distances)).toBeLessThan(3)
  })
})
