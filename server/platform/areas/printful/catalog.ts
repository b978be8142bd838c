import { sql } from 'kysely'
import { array, boolean, integer, nullable, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, PerformWrite } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { loadAccess, translatePrintfulErrors } from './access.ts'
import { sendPatientRequest, sendPrintfulRequest } from './printfulClient.ts'
import { printfulMessages } from './messages.ts'

const CatalogPaging = type({ total: integer() })
const CatalogProducts = type({
  data: array(type({ id: integer(), name: string(), is_discontinued: optional(boolean()) })),
  paging: CatalogPaging,
})
const CatalogVariants = type({
  data: array(
    type({
      id: integer(),
      size: string(),
      color: optional(nullable(string())),
      color_code: optional(nullable(string())),
      color_code2: optional(nullable(string())),
    }),
  ),
  paging: CatalogPaging,
})

type CatalogProduct = { id: number; name: string }
type CatalogVariant = {
  id: number
  size: string
  color: string | null
  hex: string | null
  secondHex: string | null
}

const catalogPageSize = 100
/** Printful has about 500 products, with at most a few hundred variants each. */
const maxCatalogPages = 20
const toHexColor = (code: string | null | undefined) =>
  code && /^#[0-9a-f]{6}$/i.test(code) ? code.toUpperCase() : null

/**
 * Fetches all pages of a list, one after the other. `read` returns a page's items and the total;
 * null if the response isn't valid.
 */
async function fetchAllPages<T>(
  fetchPage: (search: string) => Promise<unknown>,
  read: (answer: unknown) => { found: T[]; seen: number; total: number } | null,
): Promise<T[] | null> {
  const all: T[] = []
  for (let page = 0; page < maxCatalogPages; page++) {
    const pageItems = read(
      await fetchPage(`?limit=${catalogPageSize}&offset=${page * catalogPageSize}`),
    )
    if (!pageItems) return null
    all.push(...pageItems.found)
    if ((page + 1) * catalogPageSize >= pageItems.total || pageItems.seen === 0) break
  }
  return all
}

/**
 * POST /printfulSetup/ID/catalogue: fetches the products immediately, and their variants in a job.
 */
export async function handleSyncPrintfulCatalog(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const scoped = limitToCaller(caller, printfulSetup)
  const record = await loadRecord(platform.db, scoped, parseRecordId(printfulSetup, request))
  requireAllStores(printfulSetup, caller)
  platform.outgoing.testRateLimit.consume(caller.id)
  const access = await loadAccess(platform, record)
  const signal = AbortSignal.timeout(15_000)
  const products = await translatePrintfulErrors(
    fetchAllPages<CatalogProduct>(
      (search) =>
        sendPrintfulRequest(platform, access, { path: `/v2/catalog-products${search}`, signal }),
      (answer) => {
        if (!is(answer, CatalogProducts)) return null
        const found = answer.data.filter((one) => !one.is_discontinued)
        return { found, seen: answer.data.length, total: answer.paging.total }
      },
    ),
  )
  if (!products || products.length === 0)
    throw invalidState(
      products ? printfulMessages.emptyCatalog : printfulMessages.unexpectedCatalog,
    )
  return perform(async (context) => {
    const { trx } = context
    const setup = await lockRecord(trx, scoped, record.id, null)
    await saveProducts(context, setup.id, products)
    return startJob(context, {
      kind: syncCatalogJob,
      title: printfulMessages.syncTitle(getLabel(printfulSetup, setup)),
      rows: products.map(({ id, name }) => ({
        targetId: setup.id,
        label: name.slice(0, 120),
        input: { product: id },
      })),
    })
  })
}

/** Saves the products. A product that is no longer listed is withdrawn, and isn't matched. */
async function saveProducts(
  { trx, now }: Pick<Parameters<typeof startJob>[0], 'trx' | 'now'>,
  id: number,
  products: readonly CatalogProduct[],
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

const CatalogJobInput = type({ product: integer() })

/** Syncs the variants of products, within the account's rate limit. */
export const syncCatalogJob = defineJob({
  name: 'printful.catalogue',
  permission: `${printfulSetup.permission}:write`,
  async prepare(platform, { targetId, input }): Promise<CatalogVariant[]> {
    if (!is(input, CatalogJobInput)) throw new Error('A product without its id')
    const all = limitToCaller({ storeIds: null }, printfulSetup)
    const access = await loadAccess(platform, await loadRecord(platform.db, all, Number(targetId)))
    const path = `/v2/catalog-products/${input.product}/catalog-variants`
    const variants = await translatePrintfulErrors(
      fetchAllPages<CatalogVariant>(
        (search) => sendPatientRequest(platform, access, { path: path + search }),
        parseVariants,
      ),
    )
    if (!variants) throw invalidState(printfulMessages.unexpectedCatalog)
    return variants
  },
  async perform({ trx }, { targetId, input }, variants) {
    const { product } = input as { product: number } // `prepare` checked it.
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

function parseVariants(answer: unknown) {
  if (!is(answer, CatalogVariants)) return null
  const variants = answer.data.map((one): CatalogVariant => ({
    id: one.id,
    size: one.size.slice(0, 40),
    color: one.color?.slice(0, 80) ?? null,
    hex: toHexColor(one.color_code),
    secondHex: toHexColor(one.color_code2),
  }))
  return { found: variants, seen: answer.data.length, total: answer.paging.total }
}
