import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { fetchRunaBalances, saveBalances } from './balances.ts'
import { loadRunaAccount } from './catalog.ts'

/** How long Runa may take to return balances, in milliseconds. */
const balanceTimeoutMs = 10_000

/** Balances older than this are refreshed, in milliseconds. */
const maxBalanceAgeMs = 15 * 60_000

/**
 * Refreshes the balances of all accounts in use. Checks refresh them too, but only for setups that
 * passed a test.
 */
export async function refreshDueRunaBalances(platform: Platform): Promise<void> {
  const { db, now, log } = platform
  const before = new Date(now().getTime() - maxBalanceAgeMs).toISOString()
  const { rows } = await sql<{ id: number; environment: string }>`
    select id, environment from gift_card_setup
    where state in ('verified', 'active', 'degraded') and coalesce(balances_at, '-infinity') < ${before}
    order by id`.execute(db)
  for (const record of rows) {
    try {
      const account = await loadRunaAccount(platform, record)
      const balances =
        account &&
        (await fetchRunaBalances(platform, account, AbortSignal.timeout(balanceTimeoutMs)))
      if (balances)
        await runInTransaction(platform, (trx, at) =>
          saveBalances(trx, record.id, balances, at.toISOString()),
        )
    } catch (err) {
      log.warn({ err, giftCardSetup: record.id }, "A gift card account's balances couldn't be read")
    }
  }
}
