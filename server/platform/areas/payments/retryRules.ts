import { sql } from 'kysely'
import { retryRules } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/attempts.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const unitMs = { h: 3_600_000, d: 24 * 3_600_000 } as const

/** A wait as payment setups have it, `6h` or `2d`, in milliseconds. */
export const parseWaitMs = (wait: string): number =>
  Number(wait.slice(0, -1)) * unitMs[wait.endsWith('d') ? 'd' : 'h']

type SetupWaits = { name: string; retryFunds: string[]; retryErrors: string[] }

/** When the payments of a store are charged again by themselves: as the setup says by which it takes them, else as the platform does it. */
export async function findRetryRules(
  connection: Connection,
  storeId: number,
  gateway: Gateway,
): Promise<{ rules: typeof retryRules; setup: string | null }> {
  const { rows } = await sql<SetupWaits>`
    select name, retry_funds, retry_errors from payment_setups
    where provider = ${gateway} and ${storeId} = any(store_ids) and state in ('active', 'degraded')
    order by id limit 1`.execute(connection)
  const [own] = rows
  const usual = (waits: string[] | undefined, rule: readonly number[] | undefined) =>
    waits && waits.length > 0 ? waits.map(parseWaitMs) : (rule ?? [])
  const rules = {
    insufficient_funds: usual(own?.retryFunds, retryRules.insufficient_funds),
    gateway_error: usual(own?.retryErrors, retryRules.gateway_error),
  }
  return { rules, setup: own?.name ?? null }
}
