import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { auditor } from '#server/platform/core/audit/audit.ts'
import { someAtOnce } from '#server/platform/core/jobs/someAtOnce.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { answered } from '#server/platform/core/records/list/columns.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { askDns, recordsFor } from './domainRecords.ts'
import { keepSeen } from './keepDomain.ts'
import { runSettled } from '../settleStores.ts'

/** How old a check may be, how many are made in a round, and how many of these at once. */
const [oldestMs, inRound, atOnce] = [15 * 60_000, 500, 10]

/** Names that are kept for examples (RFC 2606): no DNS will ever hold a store's records there. */
export const examples = String.raw`(^|\.)(example(\.com|\.net|\.org)?|test|invalid|localhost)$`

type Due = { id: number; domain: string; token: string }

/** Asks DNS again for domains that were verified, the longest ago first, so that a lost record shows without anybody looking. */
export async function checkDomains(platform: Platform): Promise<void> {
  const { db, now } = platform
  const before = new Date(now().getTime() - oldestMs).toISOString()
  const { rows } = await sql<Due>`
    select id, domain, domain_token as token from stores
    where domain is not null and coalesce(domain_verified_at, domain_lost_at) is not null
      and coalesce(domain_asked_at, domain_verified_at, domain_lost_at) < ${before}
      and delete_after is null and domain !~ ${examples}
    order by coalesce(domain_asked_at, domain_verified_at, domain_lost_at), id limit ${inRound}`.execute(
    db,
  )
  await someAtOnce(atOnce, rows, (due) => check(platform, due))
}

/** DNS is asked before the transaction, which another domain or another check meanwhile makes void. */
async function check(platform: Platform, due: Due): Promise<void> {
  const { outgoing, storesHost } = platform
  const seen = await askDns(outgoing.dns, recordsFor(due.domain, due.token, storesHost))
  await runSettled(platform, async (trx, at) => {
    const row = await recordTables(trx)
      .selectFrom(stores.name)
      .select(answered(stores))
      .where('id', '=', due.id)
      .where('domain', '=', due.domain)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return
    const asked = { id: 'domains', ip: '' }
    const audit = auditor(trx, { asked, now: at.toISOString(), actor: 'platform' })
    // The columns are those of `answered`.
    await keepSeen(trx, row as AnyRecord, seen, { now: at.toISOString(), audit })
  })
}
