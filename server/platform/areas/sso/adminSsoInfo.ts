import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import type { CertificateInfo, AdminSsoInfo } from '#shared/areas/sso/adminSsoCalls.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findKnownAccount } from './ssoAccounts.ts'
import { tryParseCertificate, getCertificateStatus } from './saml/certificates.ts'
import { findLastTestSignIn } from './pendingSignIns.ts'
import { getSignInOutcome } from './claimMapping.ts'
import {
  toAdminSsoRecord,
  buildDomainVerificationRecord,
  toOidcSettings,
  loadAdminSsoSetup,
  adminSsoPaths,
} from './adminSsoSetup.ts'
import type { AdminSsoSetup, AdminSsoRecord } from './adminSsoSetup.ts'
import { createSsoTestTicket } from './tickets.ts'

/** GET /adminSignOns/ID/sides */
export async function handleLoadAdminSsoInfo(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { db, secrets, now } = platform
  const id = parseRecordId(adminSignOns, request)
  const record = toAdminSsoRecord(await loadRecord(db, limitToCaller(caller, adminSignOns), id))
  const setup = await loadAdminSsoSetup(platform, db, record)
  const { addresses, store, domainToken, claimMapping } = setup
  const ticket = hasPermission(`${adminSignOns.permission}:write`, caller)
    ? createSsoTestTicket(secrets, { of: 'adminSignOns', id, actor: caller.email }, now())
    : ''
  const body: AdminSsoInfo = {
    ...addresses,
    testUrl: ticket === '' ? '' : `${store.origin}${adminSsoPaths.test}?ticket=${ticket}`,
    read: {
      issuer: record.protocol === 'oidc' ? toOidcSettings(record, null).issuer : null,
      email: claimMapping.emailClaim,
      firstName: claimMapping.firstNameClaim,
      lastName: claimMapping.lastNameClaim,
      groups: claimMapping.groupsClaim,
    },
    certificates: getCertificateFacts(record, now()),
    domains: record.emailDomains.map((domain) => {
      const { name, value } = buildDomainVerificationRecord(domain, domainToken)
      return { domain, name, value }
    }),
    lockedOut: await findLockedOutAdmins(db, record),
    lastTest: await loadLastAdminTest(db, setup),
  }
  return { status: 200, body }
}

const getCertificateFacts = (record: AdminSsoRecord, now: Date): CertificateInfo[] =>
  (['certificate', 'nextCertificate'] as const).flatMap((field) => {
    const certificate = tryParseCertificate(record[field])
    if (!certificate) return []
    const { subject, from, until, kind, bits } = certificate
    return [
      {
        field,
        subject,
        from,
        until,
        key: `${kind} ${bits}`,
        ...getCertificateStatus(certificate, now),
      },
    ]
  })

const maxLockedOutEmails = 20

/**
 * Finds the store's admins whose email address isn't in a verified domain: the provider can't vouch
 * for them.
 */
async function findLockedOutAdmins(
  db: Connection,
  { storeId, emailDomains, breakGlassId }: AdminSsoRecord,
): Promise<AdminSsoInfo['lockedOut']> {
  const { rows } = await sql<{ email: string; count: number }>`
    select email, count(*) over () as count from users
    where kind = 'store_admin' and status in ('active', 'invited') and store_ids @> array[${storeId}::integer]
      and not (split_part(email, '@', 2) = any(${emailDomains}::text[])) and id <> ${breakGlassId ?? 0}
    order by email limit ${maxLockedOutEmails}`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), emails: rows.map(({ email }) => email) }
}

async function loadLastAdminTest(
  db: Connection,
  setup: AdminSsoSetup,
): Promise<AdminSsoInfo['lastTest']> {
  const flow = await findLastTestSignIn(db, { of: 'adminSignOns', id: setup.record.id })
  if (!flow) return null
  const account = await findKnownAccount(db, flow.claims, setup)
  const { outcome, sentence } = getSignInOutcome(flow.claims, setup.claimMapping, () => account)
  return {
    at: flow.answeredAt ?? flow.begunAt,
    actor: flow.actor,
    claims: flow.claims,
    outcome,
    sentence,
  }
}
