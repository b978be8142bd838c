import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Gift cards that failed for lack of funds: how many, since when, and the lowest amount that one of
 * them needs, in minor units.
 */
type Shortage = { currency: string; needed: number; failed: number; since: string }

type ShortageOrder = { environment: string; currency: string; amount: number }

/** Counts a gift card that failed for lack of funds. */
export const addShortage = (
  trx: Connection,
  { environment, currency, amount }: ShortageOrder,
  now: string,
): Promise<unknown> =>
  sql`insert into gift_card_shortages as short (setup_id, currency, needed, failed, since)
    select id, ${currency}, ${amount}, 1, ${now} from gift_card_setup where environment = ${environment}
    on conflict (setup_id, currency) do update
      set failed = short.failed + 1, needed = least(short.needed, excluded.needed)`.execute(trx)

/** Ends a shortage once the account pays for a gift card of that amount or more. */
export const endShortage = (
  trx: Connection,
  { environment, currency, amount }: ShortageOrder,
): Promise<unknown> =>
  sql`delete from gift_card_shortages using gift_card_setup
    where setup_id = gift_card_setup.id and environment = ${environment}
      and gift_card_shortages.currency = ${currency} and needed <= ${amount}`.execute(trx)

/** Ends the shortages that the balances just fetched can cover. */
export const endCoveredShortages = (connection: Connection, setupId: number): Promise<unknown> =>
  sql`delete from gift_card_shortages using gift_card_balances
    where gift_card_shortages.setup_id = ${setupId} and gift_card_balances.setup_id = ${setupId}
      and gift_card_shortages.currency = gift_card_balances.currency
      and gift_card_balances.amount >= needed`.execute(connection)

export async function findShortages(connection: Connection, setupId: number): Promise<Shortage[]> {
  const { rows } = await sql<Shortage>`
    select currency, needed::float8 as needed, failed, since from gift_card_shortages
    where setup_id = ${setupId} order by currency`.execute(connection)
  return rows
}

type SetupRow = Record<string, unknown>

/** Adds the currencies in which each of these accounts is out of funds. */
export async function addShortCurrencies(
  connection: Connection,
  setups: readonly SetupRow[],
): Promise<SetupRow[]> {
  const ids = setups.map(({ id }) => Number(id))
  const { rows } = await sql<{ id: number; currencies: string[] }>`
    select setup_id as id, array_agg(currency order by currency) as currencies
    from gift_card_shortages where setup_id = any(${ids}::int[]) group by setup_id`.execute(
    connection,
  )
  const byId = new Map(rows.map(({ id, currencies }) => [id, currencies]))
  return setups.map((setup) => ({ ...setup, shortOf: byId.get(Number(setup['id'])) ?? [] }))
}

type ShortAccount = {
  id: number
  name: string
  failed: number
  since: string
  currencies: string[]
}

/** Finds accounts in use that are out of funds for gift cards, and in which currencies. */
export async function findUnderfundedRunaAccounts(connection: Connection): Promise<ShortAccount[]> {
  const { rows } = await sql<ShortAccount>`
    select id, name, sum(failed)::int as failed, min(since) as since,
      array_agg(short.currency order by short.currency) as currencies
    from gift_card_setup join gift_card_shortages as short on setup_id = id
    where environment = 'live' and state in ('active', 'degraded')
    group by id, name order by id`.execute(connection)
  return rows
}
