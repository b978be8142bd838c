import { sql } from 'kysely'
import { array, boolean, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import { parseMinor } from '#shared/format/money.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshWithdrawnProductCounts } from './hooks.ts'
import { sendRunaRequest } from './runaApi.ts'
import type { RunaAccount } from './runaApi.ts'
import { getEnvironment } from './runaSteps.ts'

const RunaProduct = type({
  name: string(),
  code: string(),
  currency: string(),
  state: string(),
  is_orderable: boolean(),
  payout_type: string(),
  gift_card: optional(
    nullable(
      type({
        denominations: type({
          minimum_value: optional(nullable(string())),
          maximum_value: optional(nullable(string())),
          available_list: optional(nullable(array(string()))),
        }),
      }),
    ),
  ),
})
const RunaProductPage = type({
  catalog: array(RunaProduct),
  pagination: type({ cursors: type({ after: optional(nullable(string())) }) }),
})

type GiftCardProduct = {
  name: string
  code: string
  currency: string
  state: string
  minAmount: number | null
  maxAmount: number | null
  amounts: string[]
}

const stateByRunaState: Readonly<Record<string, string>> = {
  LIVE: 'live',
  TEMPORARILY_DEGRADED: 'degraded',
}
const [runaPageSize, maxRunaPages, maxProductAmounts] = [100, 200, 100]

/** Loads the account of a setup with its decrypted key; null if it has none. */
export async function loadRunaAccount(
  platform: Pick<Platform, 'db' | 'secrets'>,
  record: { id: number; environment: unknown },
): Promise<RunaAccount | null> {
  const { apiKey } = await openSecrets(platform, giftCardSetup, record)
  return apiKey ? { environment: getEnvironment(record), apiKey } : null
}

/**
 * Fetches all gift cards that Runa offers, page by page until one is empty; null if the response
 * isn't as documented.
 */
export async function fetchRunaCatalog(
  platform: Pick<Platform, 'runaEndpoint' | 'outgoing'>,
  account: RunaAccount,
): Promise<GiftCardProduct[] | null> {
  const products = new Map<string, GiftCardProduct>()
  let after = ''
  for (let page = 0; page < maxRunaPages; page++) {
    const search = new URLSearchParams({ limit: String(runaPageSize), ...(after && { after }) })
    const response = await sendRunaRequest(platform, account, { path: `/product?${search}` })
    if (!is(response, RunaProductPage)) return null
    for (const one of response.catalog) {
      const product = toGiftCardProduct(one)
      if (product) products.set(product.code, product)
    }
    const { after: next } = response.pagination.cursors
    if (response.catalog.length === 0 || !next || next === after) return [...products.values()]
    after = next
  }
  return [...products.values()]
}

/**
 * Converts a product; null if it isn't a gift card. A subscription is ordered by the code of its
 * plan, and a payment is money.
 */
function toGiftCardProduct(product: Infer<typeof RunaProduct>): GiftCardProduct | null {
  const { name, code, currency, gift_card: card } = product
  if (product.payout_type !== 'gift_card' || !/^[A-Z]{3}$/.test(currency)) return null
  const { minimum_value: min, maximum_value: max, available_list: list } = card?.denominations ?? {}
  return {
    name: name.slice(0, 200),
    code: code.slice(0, 100),
    currency,
    state: (product.is_orderable && stateByRunaState[product.state]) || 'disabled',
    minAmount: parseRunaAmount(min, currency),
    maxAmount: parseRunaAmount(max, currency),
    amounts: (list ?? [])
      .filter((one) => parseRunaAmount(one, currency) !== null)
      .slice(0, maxProductAmounts),
  }
}

/** Runa writes the same amount of yen as "45000" or "45000.00". */
const parseRunaAmount = (text: string | null | undefined, currency: string) =>
  text ? (parseMinor(text, currency) ?? parseMinor(text.replace(/\.0+$/, ''), currency)) : null

type CatalogSyncResult = { offered: number; fresh: number; withdrawn: number }

/**
 * Saves a catalog. Marks products that are missing from it as withdrawn, and flags them in the
 * templates that use them.
 */
export async function saveCatalog(
  trx: Connection,
  environment: keyof typeof giftCardEnvironments,
  products: readonly GiftCardProduct[],
  now: string,
): Promise<CatalogSyncResult> {
  const rows = JSON.stringify(
    products.map(({ minAmount, maxAmount, ...one }) => ({
      ...one,
      min_amount: minAmount,
      max_amount: maxAmount,
    })),
  )
  const { rows: savedRows } = await sql<{ fresh: boolean }>`
    insert into gift_card_products (name, code, currency, environment, state, min_amount, max_amount,
      amounts, seen_at, created_at, created_by, updated_at, updated_by)
    select name, code, currency, ${environment}, state, min_amount, max_amount,
      array(select jsonb_array_elements_text(amounts)), ${now}, ${now}, 'platform', ${now}, 'platform'
    from jsonb_to_recordset(${rows}::jsonb) as told (name text, code text, currency text, state text,
      min_amount bigint, max_amount bigint, amounts jsonb)
    on conflict (environment, code) do update set name = excluded.name, currency = excluded.currency,
      state = excluded.state, min_amount = excluded.min_amount, max_amount = excluded.max_amount,
      amounts = excluded.amounts, seen_at = excluded.seen_at, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by, version = gift_card_products.version + 1
    returning version = 1 as fresh`.execute(trx)
  const codes = products.map(({ code }) => code)
  const { rows: withdrawnRows } = await sql`
    update gift_card_products set state = 'withdrawn', version = version + 1, updated_at = ${now},
      updated_by = 'platform'
    where environment = ${environment} and state <> 'withdrawn' and not code = any(${codes}::text[])
    returning id`.execute(trx)
  await refreshWithdrawnProductCounts(trx)
  return {
    offered: savedRows.length,
    fresh: savedRows.filter(({ fresh }) => fresh).length,
    withdrawn: withdrawnRows.length,
  }
}

/**
 * Syncs the catalogs of accounts in use. If one can't be fetched, the saved one stays unchanged.
 */
export async function syncGiftCardCatalogs(platform: Platform): Promise<void> {
  const { rows } = await sql<CatalogSetup>`select id, environment from gift_card_setup
    where state in ('verified', 'active', 'degraded') order by id`.execute(platform.db)
  for (const record of rows)
    await syncSetupCatalog(platform, record).catch((err: unknown) =>
      platform.log.warn(
        { err, giftCardSetup: record.id },
        "A gift card catalog couldn't be loaded",
      ),
    )
}

type CatalogSetup = { id: number; environment: string }

async function syncSetupCatalog(platform: Platform, record: CatalogSetup): Promise<void> {
  const account = await loadRunaAccount(platform, record)
  const products = account && (await fetchRunaCatalog(platform, account))
  if (!products) return
  const now = platform.now().toISOString()
  await platform.db
    .transaction()
    .execute((trx) => saveCatalog(trx, getEnvironment(record), products, now))
}
