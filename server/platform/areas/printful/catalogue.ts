import { sql } from 'kysely'
import { array, boolean, integer, nullable, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Perform } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { openAccess, orNotPossible } from './access.ts'
import { askPatiently, askPrintful } from './printful.ts'
import { printfulMessages } from './messages.ts'

const Paging = type({ total: integer() })
const Products = type({
  data: array(type({ id: integer(), name: string(), is_discontinued: optional(boolean()) })),
  paging: Paging,
})
const Variants = type({
  data: array(
    type({
      id: integer(),
      size: string(),
      color: optional(nullable(string())),
      color_code: optional(nullable(string())),
      color_code2: optional(nullable(string())),
    }),
  ),
  paging: Paging,
})

type Product = { id: number; name: string }
type Variant = {
  id: number
  size: string
  color: string | null
  hex: string | null
  secondHex: string | null
}

const inPage = 100
/** Printful sells some five hundred products, of at most some hundreds of variants. */
const mostPages = 20
const hexOf = (code: string | null | undefined) =>
  code && /^#[0-9a-f]{6}$/i.test(code) ? code.toUpperCase() : null

/** Pages of a list, one after the other; `read` takes from one what is wanted, and tells how many there are in all. */
async function allPages<T>(
  ask: (search: string) => Promise<unknown>,
  read: (answer: unknown) => { found: T[]; seen: number; total: number } | null,
): Promise<T[] | null> {
  const all: T[] = []
  for (let page = 0; page < mostPages; page++) {
    const told = read(await ask(`?limit=${inPage}&offset=${page * inPage}`))
    if (!told) return null
    all.push(...told.found)
    if ((page + 1) * inPage >= told.total || told.seen === 0) break
  }
  return all
}

/** POST /printfulSetup/ID/catalogue: which products there are is asked at once, what each comes in by a job. */
export async function syncCatalogue(
  asked: Asked,
  platform: Platform,
  caller: Caller,
  perform: Perform,
): Promise<Answer> {
  const scoped = scopedTo(caller, printfulSetup)
  const record = await readRecord(platform.db, scoped, recordIdOf(printfulSetup, asked))
  demandWhole(printfulSetup, caller)
  platform.outgoing.tries.take(caller.id)
  const access = await openAccess(platform, record)
  const signal = AbortSignal.timeout(15_000)
  const products = await orNotPossible(
    allPages<Product>(
      (search) => askPrintful(platform, access, { path: `/v2/catalog-products${search}`, signal }),
      (answer) => {
        if (!is(answer, Products)) return null
        const found = answer.data.filter((one) => !one.is_discontinued)
        return { found, seen: answer.data.length, total: answer.paging.total }
      },
    ),
  )
  if (!products || products.length === 0)
    throw notPossible(products ? printfulMessages.emptyCatalog : printfulMessages.unexpectedCatalog)
  return perform(async (change) => {
    const { trx } = change
    const kept = await lockRecord(trx, scoped, record.id, null)
    await keepProducts(change, kept.id, products)
    return startJob(change, {
      kind: catalogueJob,
      title: printfulMessages.syncTitle(labelOf(printfulSetup, kept)),
      rows: products.map(({ id, name }) => ({
        targetId: kept.id,
        label: name.slice(0, 120),
        input: { product: id },
      })),
    })
  })
}

/** What is not told any more is withdrawn, and matches nothing. */
async function keepProducts(
  { trx, now }: Pick<Parameters<typeof startJob>[0], 'trx' | 'now'>,
  id: number,
  products: readonly Product[],
): Promise<void> {
  const [ids, names] = [products.map((one) => one.id), products.map((one) => one.name)]
  await sql`
    with withdrawn as (update printful_products set withdrawn = true
        where setup_id = ${id} and product_id <> all(${ids}::int[])),
      kept as (insert into printful_products (setup_id, product_id, name)
        select ${id}, product_id, name from unnest(${ids}::int[], ${names}::text[]) as told (product_id, name)
        on conflict (setup_id, product_id) do update set name = excluded.name, withdrawn = false)
    insert into printful_looks (setup_id, catalogue_at) values (${id}, ${now})
      on conflict (setup_id) do update set catalogue_at = excluded.catalogue_at`.execute(trx)
}

const Input = type({ product: integer() })

/** Reads what a product comes in, as often as the account may ask. */
export const catalogueJob = defineJob({
  name: 'printful.catalogue',
  needs: `${printfulSetup.permission}:write`,
  async prepare(platform, { targetId, input }): Promise<Variant[]> {
    if (!is(input, Input)) throw new Error('A product without its id')
    const all = scopedTo({ storeIds: null }, printfulSetup)
    const access = await openAccess(platform, await readRecord(platform.db, all, Number(targetId)))
    const path = `/v2/catalog-products/${input.product}/catalog-variants`
    const variants = await orNotPossible(
      allPages<Variant>(
        (search) => askPatiently(platform, access, { path: path + search }),
        variantsIn,
      ),
    )
    if (!variants) throw notPossible(printfulMessages.unexpectedCatalog)
    return variants
  },
  async perform({ trx }, { targetId, input }, variants) {
    const { product } = input as { product: number } // As `prepare` read it.
    await sql`delete from printful_variants where setup_id = ${targetId} and product_id = ${product}`.execute(
      trx,
    )
    await sql`insert into printful_variants (setup_id, variant_id, product_id, size, color, hex, second_hex)
      select ${targetId}, id, ${product}, size, color, hex, "secondHex"
      from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb)
        as told (id integer, size text, color text, hex text, "secondHex" text)
      on conflict do nothing`.execute(trx)
    return { outcome: 'done', sentence: printfulMessages.variants(variants.length) }
  },
})

function variantsIn(answer: unknown) {
  if (!is(answer, Variants)) return null
  const found = answer.data.map((one): Variant => ({
    id: one.id,
    size: one.size.slice(0, 40),
    color: one.color?.slice(0, 80) ?? null,
    hex: hexOf(one.color_code),
    secondHex: hexOf(one.color_code2),
  }))
  return { found, seen: answer.data.length, total: answer.paging.total }
}
