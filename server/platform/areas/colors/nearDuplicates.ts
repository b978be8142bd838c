import { setImmediate as eventLoop } from 'node:timers/promises'
import { colors } from '#shared/areas/colors/colors.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { orNull, text, whole } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { colorDistance, seen } from './colorDistance.ts'
import type { Seen } from './colorDistance.ts'

/** Below it two colors are hardly told apart (screens.md, Colors). */
const near = 3

/** So many pairs are answered, the nearest first: whoever has more begins with these. */
const mostPairs = 200

/** CIEDE2000 is at least the difference in lightness over 1.75, its largest weight: colors further apart need no look. */
const lightnessWindow = near * 1.75

type Shade = { id: number; name: string; code: string; hex: string; secondHex: string | null }
type Pair = { one: Shade; other: Shade; distance: number }
type Shown = Seen & { shade: Shade }

/** GET /colors/nearDuplicates */
export const nearDuplicatesCall: Call = {
  kind: 'read',
  needs: `${colors.permission}:read`,
  method: 'get',
  path: '/colors/nearDuplicates',
  limit: 'comparisons',
  summary: 'List pairs of colors that look almost the same (CIEDE2000 below 3), most similar first',
  success: {
    status: 200,
    schema: object({
      data: {
        type: 'array',
        items: object({ one: shade(), other: shade(), distance: { type: 'number' } }),
      },
      total: whole,
    }),
  },
  answer: answerNearDuplicates,
}

function shade() {
  return object({ id: whole, name: text, code: text, hex: text, secondHex: orNull(text) })
}

async function answerNearDuplicates(_asked: Asked, { db }: Platform): Promise<Answer> {
  const rows = await recordTables(db)
    .selectFrom(colors.name)
    .select(['id', 'name', 'code', 'hex', 'secondHex'])
    .orderBy('id')
    .execute()
  const { pairs, total } = await nearPairs(rows as Shade[]) // The columns are those just named.
  return { status: 200, body: { data: pairs, total } }
}

/** The nearest pairs of these colors below the distance, and how many there are in all: of the others none is kept. */
export async function nearPairs(
  shades: readonly Shade[],
  most = mostPairs,
): Promise<{ pairs: Pair[]; total: number }> {
  const all = shades
    .map((shade): Shown => ({ shade, ...seen(shade) }))
    .toSorted((a, b) => a.first.l - b.first.l)
  let pairs: Pair[] = []
  let total = 0
  for (const [at, one] of all.entries()) {
    // Among thousands others have their turn too.
    if (at % 200 === 199) await eventLoop()
    for (let next = at + 1; next < all.length; next++) {
      const other = all[next]
      if (!other || other.first.l - one.first.l > lightnessWindow) break
      const distance = colorDistance(one, other)
      if (distance >= near) continue
      total += 1
      pairs.push(pairOf(one.shade, other.shade, distance))
      if (pairs.length >= 2 * most) pairs = nearest(pairs, most)
    }
  }
  return { pairs: nearest(pairs, most), total }
}

const nearest = (pairs: readonly Pair[], most: number) =>
  pairs
    .toSorted((a, b) => a.distance - b.distance || a.one.id - b.one.id || a.other.id - b.other.id)
    .slice(0, most)

const pairOf = (one: Shade, other: Shade, distance: number): Pair => ({
  ...(one.id < other.id ? { one, other } : { one: other, other: one }),
  distance: Math.round(distance * 100) / 100,
})
