import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ChainError } from './anchors.ts'
import { verifyChainBatch, platformChain } from './chain.ts'
import type { LogVerification } from './chain.ts'

/**
 * Verifies the next entries of a chain in one snapshot. Otherwise entries written in the meantime
 * would look like errors.
 */
export const verifyChainBatchInSnapshot = (
  platform: Pick<Platform, 'db' | 'secrets' | 'checkpointCopy'>,
  chain: number,
  after: number,
  options?: Parameters<typeof verifyChainBatch>[3],
): Promise<LogVerification> =>
  platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => verifyChainBatch({ ...platform, db: trx }, chain, after, options))

/**
 * Whether an error affects a month. An entry missing right after the last one may have been in the
 * month. Inserted entries are found separately.
 */
const affectsMonth = ({ kind, seq, entry }: ChainError, last: number) =>
  seq <= last + (kind === 'removed' ? 1 : 0) && !(kind === 'inserted' && entry)

/**
 * Finds the first error in a month of the logs, with its chain; null if the whole month is
 * unchanged.
 */
export async function findMonthError(
  platform: Pick<Platform, 'db' | 'secrets'>,
  { entries, links }: { entries: string; links: string },
): Promise<{ chain: number; fault: ChainError } | null> {
  const { db } = platform
  const { rows: chains } = await sql<{ chain: number; first: number; last: number }>`
    select chain, min(seq) as first, max(seq) as last from ${sql.table(links)}
    group by chain order by chain`.execute(db)
  for (const { chain, first, last } of chains) {
    let next: number | null = first - 1
    while (next !== null && next < last) {
      // Entries without a link are looked for in the month only, below.
      const check: LogVerification = await verifyChainBatchInSnapshot(platform, chain, next, {
        findsInserted: false,
      })
      if (check.fault && affectsMonth(check.fault, last)) return { chain, fault: check.fault }
      next = check.fault ? null : check.next
    }
  }
  const { rows } = await sql<{ entry: number; time: string; event: string; chain: number }>`
    select id as entry, time, event, coalesce(store_id, ${platformChain}) as chain from ${sql.table(entries)} as told
    where not exists (select from ${sql.table(links)} where entry_id = told.id) limit 1`.execute(db)
  const [inserted] = rows
  if (!inserted) return null
  const { chain, ...entry } = inserted
  return { chain, fault: { kind: 'inserted', seq: 0, entry } }
}
