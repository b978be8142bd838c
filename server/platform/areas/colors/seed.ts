import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

/**
 * Realistic colors: name, code, hex, family, Pantone. Some are near duplicates, for an operator to
 * merge.
 */
const colorSeeds = [
  ['White', 'WHT', '#FFFFFF', 'Whites', null],
  ['Stone', 'STN', '#D8CFC0', 'Whites', '7527 C'],
  ['Heather gray', 'HGR', '#A8ABAE', 'Grays', 'Cool Gray 6 C'],
  ['Charcoal', 'CHR', '#3C4147', 'Grays', '446 C'],
  ['Black', 'BLK', '#111111', 'Blacks', 'Black 6 C'],
  ['Navy', 'NVY', '#1B2A4A', 'Blues', '2767 C'],
  ['Royal blue', 'RYL', '#2450B5', 'Blues', '2728 C'],
  ['Sky', 'SKY', '#8EC1E8', 'Blues', '291 C'],
  ['Forest', 'FST', '#1F4D36', 'Greens', '3435 C'],
  ['Sage', 'SGE', '#9CAF88', 'Greens', '7494 C'],
  ['Burgundy', 'BRG', '#6B1F33', 'Reds', '7421 C'],
  ['Signal red', 'RED', '#C8202B', 'Reds', '1797 C'],
  ['Sunflower', 'SUN', '#F5B924', 'Yellows', '7409 C'],
  ['Burnt orange', 'ORG', '#C85A1E', 'Oranges', '7583 C'],
  ['Jet black', 'JET', '#141414', 'Blacks', null],
  ['Midnight', 'MID', '#1D2C4C', 'Blues', null],
  ['Gray melange', 'GRM', '#A6A9AC', 'Grays', null],
  ['Bottle green', 'BTG', '#1C4A34', 'Greens', '3308 C'],
] as const

const colorRows = colorSeeds.map(([name, code, hex, family, pantone], index) => ({
  name,
  code,
  hex,
  family,
  pantone,
  podColor: name,
  position: index + 1,
  active: true,
}))

export async function insertColors(context: SeedContext): Promise<void> {
  await insertRecords(context, 'colors', colorRows)
}
