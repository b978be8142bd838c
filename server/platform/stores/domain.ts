import { sql } from 'kysely'
import { stores } from '#shared/resources/stores.ts'
import type { DomainVerification, StoreDomain } from '#shared/stores/storeDomainsCalls.ts'
import { storeRuleMessages } from '#shared/stores/storeRuleMessages.ts'
import type { Caller } from '../accounts/tokens.ts'
import { targetOf } from '../audit/audit.ts'
import type { Answer, Asked, Change } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { recordIdOf } from '../records/recordId.ts'
import { settled } from '../records/settled.ts'
import type { Connection } from '../schema.ts'
import { performWrite } from '../writes.ts'
import { lockStore } from './changeStore.ts'
import { askDns, recordsFor } from './domainRecords.ts'
import type { SeenRecord } from './domainRecords.ts'
import { refuseHeld, wrongState } from './wrongState.ts'

/** A store's own domain, and what its owner is to prove it with. */
export async function domainOf(connection: Connection, id: number) {
  const { rows } = await sql<{ domain: string | null; token: string; verifiedAt: string | null }>`
    select domain, domain_token as token, domain_verified_at as verified_at
    from stores where id = ${id}`.execute(connection)
  const [row] = rows
  if (!row) throw notFound(stores.title.one)
  return row
}

/** GET /stores/ID/domain */
export async function answerDomain(asked: Asked, { db, storesHost }: Platform): Promise<Answer> {
  const { domain, token, verifiedAt } = await domainOf(db, recordIdOf(stores, asked))
  const records = domain === null ? [] : recordsFor(domain, token, storesHost)
  return { status: 200, body: { domain, verifiedAt, records } satisfies StoreDomain }
}

/** POST /stores/ID/domain/verification. DNS is asked before the transaction: it may take seconds, and holds nothing up. */
export async function verifyDomain(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const { db, dns, storesHost } = platform
  const { domain, token } = await domainOf(db, recordIdOf(stores, asked))
  if (domain === null) throw wrongState(storeRuleMessages.noDomain)
  const records = await askDns(dns, recordsFor(domain, token, storesHost))
  return performWrite((change) => keep(change, domain, records), asked, platform, caller)
}

/** Keeps what DNS told of a domain. What it did not tell changes nothing: a fault of DNS unverifies no store. */
async function keep(change: Change, domain: string, seen: SeenRecord[]): Promise<Answer> {
  const { trx, now, audit } = change
  const store = await lockStore(change, null)
  refuseHeld(store)
  if (store.domain !== domain) throw wrongState(storeRuleMessages.otherDomain)
  const before = store.domainVerifiedAt
  const found = seen.every((record) => record.found)
  const unanswered = seen.some((record) => record.unanswered)
  const verifiedAt = found ? (before ?? now) : unanswered ? before : null
  if (verifiedAt !== before) {
    await sql`update stores set domain_verified_at = ${verifiedAt} where id = ${store.id}`.execute(
      trx,
    )
    await audit({
      event: `${stores.name}.${verifiedAt === null ? 'domainUnverified' : 'domainVerified'}`,
      target: targetOf(stores, store),
      before: { domainVerifiedAt: before },
      after: { domainVerifiedAt: verifiedAt },
    })
    await settled(stores, change, [store], [store])
  }
  const records = seen.map(({ unanswered: _unanswered, ...record }) => record)
  return { status: 200, body: { verifiedAt, records } satisfies DomainVerification }
}
