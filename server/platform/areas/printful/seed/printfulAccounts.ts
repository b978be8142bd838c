import { sql } from 'kysely'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const printfulStores = [
  { id: 4210001, name: 'Merchandise Europe' },
  { id: 4210002, name: 'Event kits' },
  { id: 4210003, name: 'Onboarding boxes' },
  { id: 4210004, name: 'Samples' },
]
const tokenScopes = ['orders', 'sync_products', 'webhooks', 'stores_list/read']
const printfulProducts = [
  { id: 71, name: 'Unisex Staple T-Shirt' },
  { id: 146, name: 'Unisex Heavy Blend Hoodie' },
  { id: 19, name: 'White Glossy Mug' },
]
/** Colors that Printful names differently, or doesn't have. */
const colorDifferences: Readonly<Record<string, [name: string, hex: string] | null>> = {
  'Heather gray': ['Athletic Heather', '#A9ACB0'],
  'Royal blue': ['True Royal', '#2552B3'],
  'Jet black': null,
  Midnight: null,
  'Gray melange': null,
}

/**
 * Inserts the last sync of the first Printful account in the demo data, whose token was removed
 * since. Some of its stores are mapped to ours.
 */
export async function insertPrintfulAccount({ trx, now }: SeedContext): Promise<void> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from printful_setup`.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) return
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const { rows: ownStores } = await sql<{ code: string }>`
    select code from stores where status = 'active' order by id limit 3`.execute(trx)
  const storeMap = ownStores.map(({ code }, index) => `${printfulStores[index]?.id} = ${code}`)
  await sql`update printful_setup set store_map = ${storeMap}::text[] where id = ${id}`.execute(trx)
  // A draft setup makes no requests, so the status is draft too.
  await sql`update integrations set state = 'draft' where kind = 'print' and store_id in (
    select id from stores where code = any(${ownStores.map(({ code }) => code)}::text[]))`.execute(
    trx,
  )
  await sql`insert into printful_looks (setup_id, scopes, scopes_at, stores_at, catalogue_at)
    values (${id}, ${tokenScopes}::text[], ${at(95)}, ${at(95)}, ${at(90)})`.execute(trx)
  await sql`insert into printful_stores (setup_id, store_id, name, webhook_at)
    select ${id}, (told->>'id')::bigint, told->>'name', ${at(95)}::timestamptz
    from jsonb_array_elements(${JSON.stringify(printfulStores)}::jsonb) as told`.execute(trx)
  await sql`insert into printful_products (setup_id, product_id, name)
    select ${id}, (told->>'id')::int, told->>'name'
    from jsonb_array_elements(${JSON.stringify(printfulProducts)}::jsonb) as told`.execute(trx)
  await sql`insert into printful_variants (setup_id, variant_id, product_id, size, color, hex)
    select ${id}, (told->>'id')::int, (told->>'product')::int, told->>'size', told->>'color', told->>'hex'
    from jsonb_array_elements(${JSON.stringify(await buildVariants(trx))}::jsonb) as told`.execute(
    trx,
  )
  await insertPrintfulEvents(trx, { id, storeMap, at })
}

/** Builds the variants: two of the products have all colors, the mug has one. */
async function buildVariants(trx: Connection) {
  const { rows: colors } = await sql<{ name: string; hex: string }>`
    select name, hex from colors order by id`.execute(trx)
  const { rows: adultSizes } = await sql<{ code: string }>`
    select code from sizes where "group" = 'adult' order by id`.execute(trx)
  const shades = colors.flatMap(({ name, hex }) => {
    const difference = colorDifferences[name]
    return difference === null
      ? []
      : [{ color: difference?.[0] ?? name, hex: difference?.[1] ?? hex }]
  })
  const cuts = adultSizes.map(({ code }) => code)
  const clothes = [71, 146].flatMap((product) =>
    cuts.flatMap((size) => shades.map((shade) => ({ product, size, ...shade }))),
  )
  const mug = { product: 19, size: '11 oz', color: 'White', hex: '#FFFFFF' }
  return [...clothes, mug].map((one, index) => ({ ...one, id: 4000 + index }))
}

const returnedIndex = 5

type PrintfulSeedAccount = { id: number; storeMap: string[]; at: (minutes: number) => string }

/** Inserts Printful's events for the latest orders of the mapped stores. */
async function insertPrintfulEvents(
  trx: Connection,
  { id, storeMap, at }: PrintfulSeedAccount,
): Promise<void> {
  const pairs = parsePrintfulStorePairs(storeMap)
  const { rows } = await sql<{ number: string; storeId: number; code: string }>`
    select number, store_id, code from orders join stores on stores.id = store_id
    where code = any(${pairs.map(({ ours }) => ours)}::text[]) and orders.status = 'fulfilled'
    order by placed_at desc, orders.id desc limit 8`.execute(trx)
  for (const [index, order] of rows.entries()) {
    const [kind, outcome, sentence] =
      index === returnedIndex
        ? ['shipment_returned', 'failed', `A shipment for order ${order.number} was returned.`]
        : ['shipment_sent', 'done', `Order ${order.number} was shipped.`]
    const store = pairs.find(({ ours }) => ours === order.code)?.theirs ?? 0
    await sql`insert into printful_events
      (setup_id, event_id, kind, received_at, theirs, store_id, outcome, sentence, body)
      values (${id}, ${`demo-${index}`}, ${kind}, ${at(60 * (rows.length - index))}, ${store},
        ${order.storeId}, ${outcome}, ${sentence}, '{}')`.execute(trx)
  }
}
