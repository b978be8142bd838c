import { sql } from 'kysely'
import { retryRules } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const unitMs = { h: 3_600_000, d: 24 * 3_600_000 } as const

/** Converts a wait of a payment setup, such as `6h` or `2d`, to milliseconds. */
const parseWaitMs = (wait: string): number =>
  Number(wait.slice(0, -1)) * unitMs[wait.endsWith('d') ? 'd' : 'h']

type SetupWaits = { name: string; retryFunds: string[]; retryErrors: string[] }

/**
 * Returns when failed payments of a store are retried automatically: by the waits of its active
 * payment setup, or the platform's where the setup has none.
 */
export async function findRetryRules(
  connection: Connection,
  storeId: number,
  gateway: Gateway,
): Promise<{ rules: typeof retryRules; setup: string | null }> {
  const { rows } = await sql<SetupWaits>`
    select name, retry_funds, retry_errors from payment_setups
    where provider = ${gateway} and ${storeId} = any(store_ids) and state in ('active', 'degraded')
    order by id limit 1`.execute(connection)
  const [setup] = rows
  const toWaits = (setupWaits: string[] | undefined, defaultWaits: readonly number[] | undefined) =>
    setupWaits && setupWaits.length > 0 ? setupWaits.map(parseWaitMs) : (defaultWaits ?? [])
  const rules = {
    insufficient_funds: toWaits(setup?.retryFunds, retryRules.insufficient_funds),
    gateway_error: toWaits(setup?.retryErrors, retryRules.gateway_error),
  }
  return { rules, setup: setup?.name ?? null }
}
