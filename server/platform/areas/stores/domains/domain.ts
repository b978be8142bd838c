import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { domainProblem, domainState } from '#shared/areas/stores/domains/domainState.ts'
import type {
  DomainVerification,
  StoreDomain,
} from '#shared/areas/stores/domains/storeDomainsCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change, Perform } from '#server/platform/core/http/call.ts'
import { notFound } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { rowsOf } from '#server/platform/core/records/inScope.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockStore } from '../changeStore.ts'
import { askDns, recordsFor } from './domainRecords.ts'
import type { SeenRecord } from './domainRecords.ts'
import { keepSeen } from './keepDomain.ts'
import { refuseHeld, wrongState } from '../wrongState.ts'

async function domainOf(connection: Connection, id: number, { storeIds }: Caller) {
  const { rows } = await sql<{
    domain: string | null
    token: string
    verifiedAt: string | null
    lostAt: string | null
  }>`
    select domain, domain_token as token, domain_verified_at as verified_at, domain_lost_at as lost_at
    from ${rowsOf(stores, storeIds)} where id = ${id}`.execute(connection)
  const [row] = rows
  if (!row) throw notFound(stores.title.one)
  return row
}

/** GET /stores/ID/domain */
export async function answerDomain(
  asked: Asked,
  { db, storesHost }: Platform,
  caller: Caller,
): Promise<Answer> {
  const known = await domainOf(db, recordIdOf(stores, asked), caller)
  const { domain, token, verifiedAt } = known
  const records = domain === null ? [] : recordsFor(domain, token, storesHost)
  const problem = domainProblem(domainState(known))
  return { status: 200, body: { domain, verifiedAt, problem, records } satisfies StoreDomain }
}

/** POST /stores/ID/domain/verification. DNS is asked before the transaction: it may take seconds, and holds nothing up. */
export async function verifyDomain(
  asked: Asked,
  { db, outgoing, storesHost }: Platform,
  caller: Caller,
  perform: Perform,
): Promise<Answer> {
  const { domain, token } = await domainOf(db, recordIdOf(stores, asked), caller)
  if (domain === null) throw wrongState(storeRuleMessages.noDomain)
  outgoing.tries.take(caller.id)
  const records = await askDns(outgoing.dns, recordsFor(domain, token, storesHost))
  return perform((change) => keep(change, domain, records))
}

async function keep(change: Change, domain: string, seen: SeenRecord[]): Promise<Answer> {
  const { trx, now, audit } = change
  const store = await lockStore(change, null)
  refuseHeld(store)
  if (store.domain !== domain) throw wrongState(storeRuleMessages.otherDomain)
  const kept = await keepSeen(trx, store, seen, { now, audit })
  const records = seen.map(({ unanswered: _unanswered, ...record }) => record)
  return { status: 200, body: { ...kept, records } satisfies DomainVerification }
}
