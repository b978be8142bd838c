import { differenceCiede2000 } from 'culori'
import { describe, expect, test } from 'vitest'
import { findNearPairs } from '#server/platform/areas/colors/nearDuplicates.ts'
import { createRandom, pickInteger } from '#server/platform/demoData/random.ts'

const buildColor = (id: number, hex: string, secondHex: string | null = null) => ({
  id,
  name: `Color ${id}`,
  code: String(id),
  hex,
  secondHex,
})
const findPairIds = async (shades: Parameters<typeof findNearPairs>[0]) =>
  (await findNearPairs(shades, 1000)).pairs.map(({ one, other }) => [one.id, other.id])

describe('Near-duplicate colors', () => {
  test('lists each pair closer than 3 once, nearest first', async () => {
    const { pairs } = await findNearPairs([
      buildColor(1, '#1B2A4A'),
      buildColor(2, '#F5B924'),
      buildColor(3, '#1D2C4C'),
      buildColor(4, '#1B2A4A'),
    ])
    expect(pairs.map(({ one, other, distance }) => [one.id, other.id, distance])).toEqual([
      [1, 4, 0],
      [1, 3, 0.63],
      [3, 4, 0.63],
    ])
  })

  test('finds the same pairs as comparing every color with every other', async () => {
    const random = createRandom(5)
    const pickHexByte = () => pickInteger(random, 0, 255).toString(16).padStart(2, '0')
    const shades = Array.from({ length: 400 }, (_, id) =>
      buildColor(id, `#${pickHexByte()}${pickHexByte()}${pickHexByte()}`),
    )
    const distance = differenceCiede2000()
    const expected = shades.flatMap((one) =>
      shades.flatMap((other) =>
        one.id < other.id && distance(one.hex, other.hex) < 3 ? [`${one.id} ${other.id}`] : [],
      ),
    )
    expect(expected.length).toBeGreaterThan(10)
    expect((await findPairIds(shades)).map((pair) => pair.join(' ')).toSorted()).toEqual(
      expected.toSorted(),
    )
  })

  test('pairs a two-color shade only with another whose two colors are both close', async () => {
    const [navy, white, red] = ['#1B2A4A', '#FFFFFF', '#C8202B']
    expect(await findPairIds([buildColor(1, navy), buildColor(2, navy, white)])).toEqual([])
    expect(await findPairIds([buildColor(1, navy, red), buildColor(2, navy, white)])).toEqual([])
    expect(await findPairIds([buildColor(1, navy, '#FEFEFE'), buildColor(2, navy, white)])).toEqual(
      [[1, 2]],
    )
  })

  test('returns the nearest pairs up to the limit and counts all of them', async () => {
    const shades = [
      ...Array.from({ length: 60 }, (_, at) =>
        buildColor(at + 3, `#1B2A${(64 + at).toString(16)}`),
      ),
      buildColor(1, '#F5B924'),
      buildColor(2, '#F5B924'),
    ]
    const all = await findNearPairs(shades, 10_000)
    const few = await findNearPairs(shades, 7)
    expect(all.total).toBeGreaterThan(100)
    expect(few).toEqual({ pairs: all.pairs.slice(0, 7), total: all.total })
    expect(few.pairs[0]).toMatchObject({ one: { id: 1 }, other: { id: 2 }, distance: 0 })
  })
})
