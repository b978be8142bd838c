import { sql } from 'kysely'
import { array, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { parseLowBalance } from '#shared/areas/giftCards/parseLowBalance.ts'
import type { RunaBalances } from '#shared/areas/giftCards/setupCalls.ts'
import { formatMoney, parseMinor } from '#shared/format/money.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { sendRunaRequest } from './runaApi.ts'
import type { RunaAccount } from './runaApi.ts'
import { endCoveredShortages, findShortages } from './shortages.ts'

const BalanceResponse = array(type({ balance: string(), currency: string() }))

type AccountBalance = { currency: string; amount: number }

/**
 * Fetches the account's exact balances; null if the response isn't as documented. A missing
 * currency has no balance.
 */
export async function fetchRunaBalances(
  platform: Pick<Platform, 'runaEndpoint' | 'outgoing'>,
  account: RunaAccount,
  signal: AbortSignal,
): Promise<AccountBalance[] | null> {
  const response = await sendRunaRequest(platform, account, { path: '/balance', signal })
  if (!is(response, BalanceResponse)) return null
  const accountBalances = response.map(({ balance, currency }) => ({
    currency,
    amount: isCurrencyCode(currency) ? parseBalance(balance, currency) : null,
  }))
  return accountBalances.every((one): one is AccountBalance => one.amount !== null)
    ? accountBalances
    : null
}

const isCurrencyCode = (code: string) => /^[A-Z]{3}$/.test(code)

/** Runa writes the same amount of yen as "45000" or "45000.00". */
const parseBalance = (balance: string, currency: string) =>
  parseMinor(balance, currency) ?? parseMinor(balance.replace(/\.0+$/, ''), currency)

export async function saveBalances(
  connection: Connection,
  id: number,
  balances: readonly AccountBalance[],
  now: string,
): Promise<void> {
  const currencies = balances.map(({ currency }) => currency)
  const amounts = balances.map(({ amount }) => amount)
  await sql`
    with told as (select * from unnest(${currencies}::text[], ${amounts}::bigint[]) as told (currency, amount)),
      gone as (delete from gift_card_balances
        where setup_id = ${id} and currency not in (select currency from told)),
      kept as (insert into gift_card_balances (setup_id, currency, amount)
        select ${id}, currency, amount from told
        on conflict (setup_id, currency) do update set amount = excluded.amount)
    update gift_card_setup set balances_at = ${now} where id = ${id}`.execute(connection)
  await endCoveredShortages(connection, id)
}

/**
 * Loads the balances as last fetched. A currency with a low balance level that is missing has a
 * balance of zero.
 */
export async function loadRunaBalances(
  connection: Connection,
  record: AnyRecord,
): Promise<RunaBalances> {
  const { rows } = await sql<AccountBalance>`select currency, amount::float8 as amount
    from gift_card_balances where setup_id = ${record.id}`.execute(connection)
  const { rows: setups } = await sql<{ at: string | null }>`
    select balances_at as at from gift_card_setup where id = ${record.id}`.execute(connection)
  const at = setups[0]?.at ?? null
  const shortages = await findShortages(connection, record.id)
  return { at, balances: at === null ? [] : markLowBalances(rows, record), shortages }
}

/**
 * Finds live accounts in use whose balance is low in some currency, with these balances, and the
 * currencies that have none left.
 */
export async function findLowBalanceAccounts(
  connection: Connection,
): Promise<{ id: number; name: string; low: string[]; empty: string[] }[]> {
  const { rows } = await sql<AnyRecord>`select id, name, low_balances from gift_card_setup
    where environment = 'live' and state in ('active', 'degraded') and balances_at is not null`.execute(
    connection,
  )
  const accounts = await Promise.all(
    rows.map(async (record) => {
      const { balances } = await loadRunaBalances(connection, record)
      const lowBalances = balances.filter((one) => one.low)
      return {
        id: record.id,
        name: String(record['name']),
        low: lowBalances.map(({ currency, amount }) => formatMoney(amount, currency)),
        empty: lowBalances.filter(({ amount }) => amount <= 0).map(({ currency }) => currency),
      }
    }),
  )
  return accounts.filter(({ low }) => low.length > 0)
}

export function markLowBalances(
  balances: readonly AccountBalance[],
  { lowBalances }: Record<string, unknown>,
) {
  const lines = Array.isArray(lowBalances) ? lowBalances.map(String) : []
  const thresholds = new Map(
    lines.flatMap((line) => {
      const threshold = parseLowBalance(line)
      return threshold ? [[threshold.currency, threshold.amount]] : []
    }),
  )
  const missing = [...thresholds.keys()].filter(
    (code) => !balances.some(({ currency }) => currency === code),
  )
  return [...balances, ...missing.map((currency) => ({ currency, amount: 0 }))]
    .map((one) => ({ ...one, low: one.amount < (thresholds.get(one.currency) ?? 0) }))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}
