import { differenceCiede2000 } from 'culori'
import { describe, expect, test } from 'vitest'
import { findNearPairs } from '#server/platform/areas/colors/nearDuplicates.ts'
import { createRandom, pickInteger } from '#server/platform/demoData/random.ts'

const shade = (id: number, hex: string, secondHex: string | null = null) => ({
  id,
  name: `Color ${id}`,
  code: String(id),
  hex,
  secondHex,
})
const ids = async (shades: Parameters<typeof findNearPairs>[0]) =>
  (await findNearPairs(shades, 1000)).pairs.map(({ one, other }) => [one.id, other.id])

describe('colors that are hardly told apart', () => {
  test('are those below 3, the nearest first, each pair once', async () => {
    const { pairs } = await findNearPairs([
      shade(1, '#1B2A4A'),
      shade(2, '#F5B924'),
      shade(3, '#1D2C4C'),
      shade(4, '#1B2A4A'),
    ])
    expect(pairs.map(({ one, other, distance }) => [one.id, other.id, distance])).toEqual([
      [1, 4, 0],
      [1, 3, 0.63],
      [3, 4, 0.63],
    ])
  })

  test('are all that comparing each with each finds', async () => {
    const random = createRandom(5)
    const part = () => pickInteger(random, 0, 255).toString(16).padStart(2, '0')
    const shades = Array.from({ length: 400 }, (_, id) => shade(id, `#${part()}${part()}${part()}`))
    const distance = differenceCiede2000()
    const expected = shades.flatMap((one) =>
      shades.flatMap((other) =>
        one.id < other.id && distance(one.hex, other.hex) < 3 ? [`${one.id} ${other.id}`] : [],
      ),
    )
    expect(expected.length).toBeGreaterThan(10)
    expect((await ids(shades)).map((pair) => pair.join(' ')).toSorted()).toEqual(
      expected.toSorted(),
    )
  })

  test('are two-colored both or neither, and alike in both', async () => {
    const [navy, white, red] = ['#1B2A4A', '#FFFFFF', '#C8202B']
    expect(await ids([shade(1, navy), shade(2, navy, white)])).toEqual([])
    expect(await ids([shade(1, navy, red), shade(2, navy, white)])).toEqual([])
    expect(await ids([shade(1, navy, '#FEFEFE'), shade(2, navy, white)])).toEqual([[1, 2]])
  })

  test('of many pairs the nearest are kept, and all are counted', async () => {
    const shades = [
      ...Array.from({ length: 60 }, (_, at) => shade(at + 3, `#1B2A${(64 + at).toString(16)}`)),
      shade(1, '#F5B924'),
      shade(2, '#F5B924'),
    ]
    const all = await findNearPairs(shades, 10_000)
    const few = await findNearPairs(shades, 7)
    expect(all.total).toBeGreaterThan(100)
    expect(few).toEqual({ pairs: all.pairs.slice(0, 7), total: all.total })
    expect(few.pairs[0]).toMatchObject({ one: { id: 1 }, other: { id: 2 }, distance: 0 })
  })
})
