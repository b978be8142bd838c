import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { getDomainError, getDomainState } from '#shared/areas/stores/domains/domainState.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { CheckedDnsRecord } from './domainRecords.ts'

type DomainCheckContext = { now: string; audit: (...entries: AuditEntry[]) => Promise<void> }
type DomainTimes = { verifiedAt: string | null; lostAt: string | null }

/**
 * Saves the result of a domain check. The caller locks the store. Without a DNS response, the
 * verification stays unchanged.
 */
export async function saveDomainCheck(
  trx: Connection,
  store: AnyRecord,
  checkedRecords: readonly CheckedDnsRecord[],
  { now, audit }: DomainCheckContext,
): Promise<{ verifiedAt: string | null; problem: string | null }> {
  const { rows } = await sql<DomainTimes>`
    update stores set domain_asked_at = ${now} where id = ${store.id}
    returning domain_verified_at as verified_at, domain_lost_at as lost_at`.execute(trx)
  const before = rows[0] ?? { verifiedAt: null, lostAt: null }
  const after = getNextDomainTimes(before, checkedRecords, now)
  if (after.verifiedAt !== before.verifiedAt) {
    await sql`
      update stores set domain_verified_at = ${after.verifiedAt}, domain_lost_at = ${after.lostAt}
      where id = ${store.id}`.execute(trx)
    await audit({
      event: `${stores.name}.${after.verifiedAt === null ? 'domainUnverified' : 'domainVerified'}`,
      target: toAuditTarget(stores, store),
      before: { domainVerifiedAt: before.verifiedAt },
      after: { domainVerifiedAt: after.verifiedAt },
    })
  }
  const domain = String(store['domain'])
  return {
    verifiedAt: after.verifiedAt,
    problem: getDomainError(getDomainState({ domain, ...after })),
  }
}

function getNextDomainTimes(
  before: DomainTimes,
  checkedRecords: readonly CheckedDnsRecord[],
  now: string,
): DomainTimes {
  if (checkedRecords.every(({ found }) => found))
    return { verifiedAt: before.verifiedAt ?? now, lostAt: null }
  const isUnknown = checkedRecords.some(({ unanswered }) => unanswered)
  return isUnknown || before.verifiedAt === null ? before : { verifiedAt: null, lostAt: now }
}
