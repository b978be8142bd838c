import { setImmediate as eventLoop } from 'node:timers/promises'
import { colors } from '#shared/areas/colors/colors.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { nullableSchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { computeColorDistance, toLabColors } from './colorDistance.ts'
import type { LabColors } from './colorDistance.ts'

/** Below this distance, two colors are hard to tell apart (screens.md, Colors). */
const maxDistance = 3

/**
 * The response has at most this many pairs, most similar first. Merging these brings up the next.
 */
const maxPairs = 200

/**
 * CIEDE2000 is at least the difference in lightness divided by 1.75, its largest weight, so colors
 * further apart in lightness aren't compared.
 */
const lightnessWindow = maxDistance * 1.75

type ColorRow = { id: number; name: string; code: string; hex: string; secondHex: string | null }
type NearPair = { one: ColorRow; other: ColorRow; distance: number }
type ComparedColor = LabColors & { color: ColorRow }

/** GET /colors/nearDuplicates */
export const nearDuplicatesCall: Call = {
  kind: 'read',
  permission: `${colors.permission}:read`,
  method: 'get',
  path: '/colors/nearDuplicates',
  limit: 'comparisons',
  summary: 'List pairs of colors that look almost the same (CIEDE2000 below 3), most similar first',
  success: {
    status: 200,
    schema: objectSchema({
      data: {
        type: 'array',
        items: objectSchema({
          one: buildColorSchema(),
          other: buildColorSchema(),
          distance: { type: 'number' },
        }),
      },
      total: integerSchema,
    }),
  },
  handler: handleListNearDuplicates,
}

function buildColorSchema() {
  return objectSchema({
    id: integerSchema,
    name: stringSchema,
    code: stringSchema,
    hex: stringSchema,
    secondHex: nullableSchema(stringSchema),
  })
}

async function handleListNearDuplicates(
  _request: ApiRequest,
  { db }: Platform,
): Promise<CallResult> {
  const rows = await withRecordTables(db)
    .selectFrom(colors.name)
    .select(['id', 'name', 'code', 'hex', 'secondHex'])
    .orderBy('id')
    .execute()
  // The columns are those just selected.
  const { pairs, total } = await findNearPairs(rows as ColorRow[])
  return { status: 200, body: { data: pairs, total } }
}

/**
 * Finds the nearest pairs of these colors below the maximum distance, and the total count. Pairs
 * beyond `most` aren't kept in memory.
 */
export async function findNearPairs(
  colorRows: readonly ColorRow[],
  max = maxPairs,
): Promise<{ pairs: NearPair[]; total: number }> {
  const all = colorRows
    .map((shade): ComparedColor => ({ color: shade, ...toLabColors(shade) }))
    .toSorted((a, b) => a.first.l - b.first.l)
  let pairs: NearPair[] = []
  let total = 0
  for (const [index, one] of all.entries()) {
    // Thousands of colors take long, so let other requests run.
    if (index % 200 === 199) await eventLoop()
    for (let next = index + 1; next < all.length; next++) {
      const other = all[next]
      if (!other || other.first.l - one.first.l > lightnessWindow) break
      const distance = computeColorDistance(one, other)
      if (distance >= maxDistance) continue
      total += 1
      pairs.push(toNearPair(one.color, other.color, distance))
      if (pairs.length >= 2 * max) pairs = selectNearest(pairs, max)
    }
  }
  return { pairs: selectNearest(pairs, max), total }
}

const selectNearest = (pairs: readonly NearPair[], max: number) =>
  pairs
    .toSorted((a, b) => a.distance - b.distance || a.one.id - b.one.id || a.other.id - b.other.id)
    .slice(0, max)

const toNearPair = (one: ColorRow, other: ColorRow, distance: number): NearPair => ({
  ...(one.id < other.id ? { one, other } : { one: other, other: one }),
  distance: Math.round(distance * 100) / 100,
})
