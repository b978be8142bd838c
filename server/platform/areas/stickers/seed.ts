import { sql } from 'kysely'
import type { stickers as definition } from '#shared/areas/stickers/stickers.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'
import { msPerDay } from '#server/platform/demoData/period.ts'

type StickerValues = ValuesOf<typeof definition>

type StickerReferences = {
  now: Date
  storeIds: readonly number[]
  categoryIds: ReadonlyMap<string, number>
}

export async function insertStickers(context: SeedContext): Promise<void> {
  const loadFirst = (table: string, limit: number) =>
    sql<{ id: number; code: string }>`
      select id, code from ${sql.table(table)} order by id limit ${limit}`.execute(context.trx)
  const { rows: stores } = await loadFirst('stores', 5)
  const { rows: categories } = await loadFirst('categories', 100)
  const storeIds = stores.map(({ id }) => id)
  const categoryIds = new Map(categories.map(({ id, code }) => [code, id]))
  const records = createStickers({ now: context.now, storeIds, categoryIds })
  await insertRecords(context, 'stickers', records)
}

/** Creates stickers in every status. Several compete for the same position on the same products. */
function createStickers({ now, storeIds, categoryIds }: StickerReferences): StickerValues[] {
  const addDaysToNow = (days: number) => new Date(now.getTime() + days * msPerDay).toISOString()
  const getCategoryIds = (code: string) => [categoryIds.get(code) ?? []].flat()
  const createSticker = (
    name: string,
    priority: number,
    more: Partial<StickerValues>,
  ): StickerValues => ({
    name,
    text: name,
    image: null,
    alt: null,
    textColour: '#FFFFFF',
    backgroundColour: '#B91C1C',
    position: 'top_left',
    priority,
    exclusive: false,
    startsAt: null,
    endsAt: null,
    storeIds: [],
    groupIds: [],
    appliesTo: [],
    categoryIds: [],
    catalogIds: [],
    active: true,
    ...more,
  })
  return [
    createSticker('Sale', 200, { appliesTo: ['on_sale'] }),
    createSticker('New', 100, { backgroundColour: '#1D4ED8', appliesTo: ['new'] }),
    createSticker('Only a few left', 150, {
      backgroundColour: '#92400E',
      position: 'bottom_left',
      appliesTo: ['low_stock'],
    }),
    createSticker('Recycled', 60, {
      backgroundColour: '#166534',
      position: 'top_right',
      categoryIds: getCategoryIds('jackets'),
    }),
    createSticker('Winter gifts', 180, {
      text: 'Winter gift',
      backgroundColour: '#0C4A6E',
      startsAt: addDaysToNow(9),
      endsAt: addDaysToNow(45),
    }),
    createSticker('Launch week', 300, {
      text: 'Launch week deal',
      textColour: '#1C1917',
      backgroundColour: '#FACC15',
      exclusive: true,
      startsAt: addDaysToNow(-3),
      endsAt: addDaysToNow(4),
      storeIds: storeIds.slice(0, 2),
    }),
    createSticker('Summer sale', 210, {
      text: 'Summer sale: 20% off',
      startsAt: addDaysToNow(-120),
      endsAt: addDaysToNow(-60),
    }),
    createSticker('Members only', 90, {
      textColour: '#FFFFFF',
      backgroundColour: '#94A3B8',
      position: 'bottom_right',
      active: false,
    }),
  ]
}
