import { sql } from 'kysely'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { subtractTime } from '#shared/format/dates.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildExpirationAlert, formatExpiration } from '#server/platform/areas/alerts/index.ts'
import { loadNoticeDays } from '#server/platform/areas/calendar/index.ts'
import { storeCallMessages } from '../messages.ts'
import { exampleDomainPattern } from './recheckStoreDomains.ts'
import { readCertificate } from '#server/platform/core/outgoing/readCertificate.ts'

/** The maximum age of a check in hours, the number of checks per run, and the number at once. */
const [oldestHours, checksPerRun, atOnce] = [12, 500, 10]

/** A host that failed this many checks in a row has no usable certificate. */
const failuresUntilAlert = 2

type DueDomain = { id: number; domain: string }

/** Reads the certificates of verified custom domains again, oldest check first. */
export async function checkCertificates(platform: Platform): Promise<void> {
  const { db, now } = platform
  const before = subtractTime(now(), oldestHours, 'hour')
  const { rows } = await sql<DueDomain>`
    select stores.id, stores.domain from stores
    left join store_certificates as known on known.store_id = stores.id
    where stores.domain is not null and domain_verified_at is not null and delete_after is null
      and stores.domain !~ ${exampleDomainPattern}
      and (known.checked_at is null or known.checked_at < ${before} or known.domain <> stores.domain)
    order by known.checked_at nulls first, stores.id limit ${checksPerRun}`.execute(db)
  await mapConcurrently(atOnce, rows, (due) => checkCertificate(platform, due))
}

async function checkCertificate(platform: Platform, { id, domain }: DueDomain): Promise<void> {
  const { expiresAt, problem } = await readCertificate(platform.outgoing, domain)
  const at = platform.now().toISOString()
  // A host that can't be reached keeps the date that was read last. A new domain has no date yet.
  await sql`
    insert into store_certificates (store_id, domain, expires_at, problem, failures, checked_at)
    select id, domain, ${expiresAt}::timestamptz, ${problem}, ${problem === null ? 0 : 1}, ${at}
    from stores where id = ${id} and domain = ${domain}
    on conflict (store_id) do update set domain = excluded.domain, problem = excluded.problem,
      checked_at = excluded.checked_at,
      expires_at = case when store_certificates.domain = excluded.domain
        then coalesce(excluded.expires_at, store_certificates.expires_at) else excluded.expires_at end,
      failures = case when excluded.problem is null then 0
        when store_certificates.domain = excluded.domain then store_certificates.failures + 1
        else 1 end`.execute(platform.db)
}

type KnownCertificate = {
  storeId: number
  domain: string
  expiresAt: string | null
  problem: string | null
  failures: number
  /** The domain's DNS records changed, so that its certificate can't be renewed. */
  isLost: boolean
}

/** Loads the certificates of the domains that stores still have. */
async function loadCertificates(trx: Connection): Promise<KnownCertificate[]> {
  const { rows } = await sql<KnownCertificate>`
    select store_id, known.domain, expires_at, problem, failures, domain_verified_at is null as is_lost
    from store_certificates as known
    join stores on stores.id = store_id and stores.domain = known.domain
    where coalesce(domain_verified_at, domain_lost_at) is not null and delete_after is null order by store_id`.execute(
    trx,
  )
  return rows
}

const toCertificateSubject = ({ storeId, isLost }: KnownCertificate) =>
  `expiry/${isLost ? 'verification' : 'certificate'}/${storeId}`

/**
 * Finds the days on which certificates of custom domains expire. A domain that lost its verification
 * has to be verified again until then.
 */
export async function findCertificateDeadlines(trx: Connection): Promise<Deadline[]> {
  const certificates = await loadCertificates(trx)
  return certificates.flatMap((certificate) => {
    const { storeId, domain, expiresAt: at, isLost } = certificate
    if (at === null) return []
    return [
      {
        subject: toCertificateSubject(certificate),
        kind: 'credential',
        permission: stores.permission,
        title: isLost
          ? storeCallMessages.verificationDeadline(domain)
          : storeCallMessages.certificateDeadline(domain),
        at,
        storeIds: [storeId],
        link: buildStoreUrl(storeId, 'domains'),
      },
    ]
  })
}

/** Finds certificates that expire soon, and domains whose visitors get a warning. */
export async function findCertificateAlerts(trx: Connection, now: string): Promise<Alert[]> {
  const noticeDays = await loadNoticeDays(trx)
  const latest = new Date(Date.parse(now) + Math.max(0, ...noticeDays) * 86_400_000).toISOString()
  const certificates = await loadCertificates(trx)
  return certificates.flatMap((certificate): Alert[] => {
    const { storeId, domain, expiresAt, problem, failures, isLost } = certificate
    const alert = {
      subject: toCertificateSubject(certificate),
      permission: stores.permission,
      storeIds: [storeId],
      fix: buildStoreUrl(storeId, 'domains'),
    }
    if (!isLost && problem !== null && failures >= failuresUntilAlert)
      return [
        {
          ...alert,
          kind: 'expiry',
          title: storeCallMessages.certificateFails(domain),
          detail: problem,
          rank: certificateFailureRank,
        },
      ]
    if (expiresAt === null || expiresAt > latest) return []
    const formatTitle = formatExpiration(storeCallMessages.certificate, domain)
    const expiration = { ...alert, formatTitle, at: expiresAt }
    const expiring = buildExpirationAlert(expiration, now, noticeDays)
    if (!isLost) return [expiring]
    const title =
      expiresAt > now
        ? storeCallMessages.verificationDeadline(domain)
        : storeCallMessages.verificationOverdue(domain)
    const detail = `${expiring.title}. ${storeCallMessages.notRenewed}`
    return [{ ...expiring, title, detail }]
  })
}

/** The rank of an alert about a domain that members can't open: like a credential that expired. */
const certificateFailureRank = 650
