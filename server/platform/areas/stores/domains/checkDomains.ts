import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { checkDnsRecords, buildDomainRecords } from './domainRecords.ts'
import { saveDomainCheck } from './saveDomainCheck.ts'
import { runWithStoreStats } from '../recomputeStoreStats.ts'

/** How old a check may be, how many are made in a round, and how many of these at once. */
const [oldestMs, inRound, atOnce] = [15 * 60_000, 500, 10]

/** Names that are kept for examples (RFC 2606): no DNS will ever hold a store's records there. */
export const exampleDomainPattern = String.raw`(^|\.)(example(\.com|\.net|\.org)?|test|invalid|localhost)$`

type DueDomain = { id: number; domain: string; token: string }

/** Asks DNS again for domains that were verified, the longest ago first, so that a lost record shows without anybody looking. */
export async function checkDomains(platform: Platform): Promise<void> {
  const { db, now } = platform
  const before = new Date(now().getTime() - oldestMs).toISOString()
  const { rows } = await sql<DueDomain>`
    select id, domain, domain_token as token from stores
    where domain is not null and coalesce(domain_verified_at, domain_lost_at) is not null
      and coalesce(domain_asked_at, domain_verified_at, domain_lost_at) < ${before}
      and delete_after is null and domain !~ ${exampleDomainPattern}
    order by coalesce(domain_asked_at, domain_verified_at, domain_lost_at), id limit ${inRound}`.execute(
    db,
  )
  await mapConcurrently(atOnce, rows, (due) => checkDomain(platform, due))
}

/** DNS is asked before the transaction, which another domain or another check meanwhile makes void. */
async function checkDomain(platform: Platform, due: DueDomain): Promise<void> {
  const { outgoing, storesHost } = platform
  const seen = await checkDnsRecords(
    outgoing.dns,
    buildDomainRecords(due.domain, due.token, storesHost),
  )
  await runWithStoreStats(platform, async (trx, at) => {
    const row = await withRecordTables(trx)
      .selectFrom(stores.name)
      .select(getRecordColumns(stores))
      .where('id', '=', due.id)
      .where('domain', '=', due.domain)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return
    const asked = { id: 'domains', ip: '' }
    const audit = createAuditor(trx, { asked, now: at.toISOString(), actor: 'platform' })
    // The columns are those of `answered`.
    await saveDomainCheck(trx, row as AnyRecord, seen, { now: at.toISOString(), audit })
  })
}
