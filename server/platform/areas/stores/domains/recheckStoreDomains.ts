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
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'

/** The maximum age of a check, the number of checks per run, and the number at once. */
const [oldestMs, inRound, atOnce] = [15 * 60_000, 500, 10]

/** Domains reserved for examples (RFC 2606). DNS never has a store's records for them. */
export const exampleDomainPattern = String.raw`(^|\.)(example(\.com|\.net|\.org)?|test|invalid|localhost)$`

type DueDomain = { id: number; domain: string; token: string }

/**
 * Checks the DNS records of verified domains again, oldest check first, so that a lost record is
 * noticed without an operator.
 */
export async function recheckStoreDomains(platform: Platform): Promise<void> {
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

/**
 * Queries DNS before the transaction. The result is discarded if the domain changed in the
 * meantime, or the store is locked.
 */
async function checkDomain(platform: Platform, due: DueDomain): Promise<void> {
  const { outgoing, storesHost } = platform
  const checkedRecords = await checkDnsRecords(
    outgoing.dns,
    buildDomainRecords(due.domain, due.token, storesHost),
  )
  await runInTransaction(platform, async (trx, at) => {
    const row = await withRecordTables(trx)
      .selectFrom(stores.name)
      .select(getRecordColumns(stores))
      .where('id', '=', due.id)
      .where('domain', '=', due.domain)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return
    const request = { id: 'domains', ip: '' }
    const audit = createAuditor(trx, { asked: request, now: at.toISOString(), actor: 'platform' })
    // The columns are those of `getRecordColumns`.
    await saveDomainCheck(trx, row as AnyRecord, checkedRecords, { now: at.toISOString(), audit })
  })
}
