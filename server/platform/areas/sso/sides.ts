import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import type { CertificateFacts, Sides } from '#shared/areas/sso/signOnCalls.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { accountKnown } from './accounts.ts'
import { certificateOrNull, standingOf } from './saml/certificates.ts'
import { lastTestOf } from './flows.ts'
import { leadOf } from './lead.ts'
import { asSignOn, domainRecord, oidcOf, setUpOf, signOnPaths } from './setUp.ts'
import type { SetUp, SignOnRecord } from './setUp.ts'
import { ticketFor } from './tickets.ts'

/** GET /adminSignOns/ID/sides */
export async function answerSides(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const { db, secrets, now } = platform
  const id = recordIdOf(adminSignOns, asked)
  const record = asSignOn(await readRecord(db, scopedTo(caller, adminSignOns), id))
  const setUp = await setUpOf(platform, db, record)
  const { addresses, store, domainToken, mapped } = setUp
  const ticket = holds(`${adminSignOns.permission}:write`, caller)
    ? ticketFor(secrets, { of: 'adminSignOns', id, actor: caller.email }, now())
    : ''
  const body: Sides = {
    ...addresses,
    testUrl: ticket === '' ? '' : `${store.origin}${signOnPaths.test}?ticket=${ticket}`,
    read: {
      issuer: record.protocol === 'oidc' ? oidcOf(record, null).issuer : null,
      email: mapped.emailClaim,
      firstName: mapped.firstNameClaim,
      lastName: mapped.lastNameClaim,
      groups: mapped.groupsClaim,
    },
    certificates: certificatesOf(record, now()),
    domains: record.emailDomains.map((domain) => {
      const { name, value } = domainRecord(domain, domainToken)
      return { domain, name, value }
    }),
    lockedOut: await lockedOut(db, record),
    lastTest: await lastTest(db, setUp),
  }
  return { status: 200, body }
}

const certificatesOf = (record: SignOnRecord, now: Date): CertificateFacts[] =>
  (['certificate', 'nextCertificate'] as const).flatMap((field) => {
    const read = certificateOrNull(record[field])
    if (!read) return []
    const { subject, from, until, kind, bits } = read
    return [{ field, subject, from, until, key: `${kind} ${bits}`, ...standingOf(read, now) }]
  })

const shown = 20

/** Admins of the store whose address no proven domain has: a provider cannot speak for them. */
async function lockedOut(
  db: Connection,
  { storeId, emailDomains, breakGlassId }: SignOnRecord,
): Promise<Sides['lockedOut']> {
  const { rows } = await sql<{ email: string; count: number }>`
    select email, count(*) over () as count from users
    where kind = 'store_admin' and status in ('active', 'invited') and store_ids @> array[${storeId}::integer]
      and not (split_part(email, '@', 2) = any(${emailDomains}::text[])) and id <> ${breakGlassId ?? 0}
    order by email limit ${shown}`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), emails: rows.map(({ email }) => email) }
}

async function lastTest(db: Connection, setUp: SetUp): Promise<Sides['lastTest']> {
  const flow = await lastTestOf(db, { of: 'adminSignOns', id: setUp.record.id })
  if (!flow) return null
  const known = await accountKnown(db, flow.claims, setUp)
  const { outcome, sentence } = leadOf(flow.claims, setUp.mapped, () => known)
  return {
    at: flow.answeredAt ?? flow.begunAt,
    actor: flow.actor,
    claims: flow.claims,
    outcome,
    sentence,
  }
}
