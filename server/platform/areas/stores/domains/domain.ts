import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { getDomainError, getDomainState } from '#shared/areas/stores/domains/domainState.ts'
import type {
  DomainVerification,
  StoreDomain,
} from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext, PerformWrite } from '#server/platform/core/http/call.ts'
import { notFound, invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockStore } from '../updateStore.ts'
import { checkDnsRecords, buildDomainRecords } from './domainRecords.ts'
import type { CheckedDnsRecord } from './domainRecords.ts'
import { saveDomainCheck } from './saveDomainCheck.ts'
import { assertNotPendingDeletion } from '../pendingDeletion.ts'

async function loadDomainRow(connection: Connection, id: number, { storeIds }: Caller) {
  const { rows } = await sql<{
    domain: string | null
    token: string
    verifiedAt: string | null
    lostAt: string | null
  }>`
    select domain, domain_token as token, domain_verified_at as verified_at, domain_lost_at as lost_at
    from ${getVisibleRows(stores, storeIds)} where id = ${id}`.execute(connection)
  const [row] = rows
  if (!row) throw notFound(stores.title.one)
  return row
}

/** GET /stores/ID/domain */
export async function handleLoadStoreDomain(
  request: ApiRequest,
  { db, storesHost }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const row = await loadDomainRow(db, parseRecordId(stores, request), caller)
  const { domain, token, verifiedAt } = row
  const records = domain === null ? [] : buildDomainRecords(domain, token, storesHost)
  const problem = getDomainError(getDomainState(row))
  return { status: 200, body: { domain, verifiedAt, problem, records } satisfies StoreDomain }
}

/**
 * POST /stores/ID/domain/verification. Queries DNS before the transaction, because it may take
 * seconds, and a transaction would hold locks.
 */
export async function handleVerifyStoreDomain(
  request: ApiRequest,
  { db, outgoing, storesHost }: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const { domain, token } = await loadDomainRow(db, parseRecordId(stores, request), caller)
  if (domain === null) throw invalidState(storeRuleMessages.noDomain)
  outgoing.testRateLimit.consume(caller.id)
  const records = await checkDnsRecords(outgoing.dns, buildDomainRecords(domain, token, storesHost))
  return perform((context) => saveVerification(context, domain, records))
}

async function saveVerification(
  context: RequestContext,
  domain: string,
  checkedRecords: CheckedDnsRecord[],
): Promise<CallResult> {
  const { trx, now, audit } = context
  const store = await lockStore(context, null)
  assertNotPendingDeletion(store)
  if (store.domain !== domain) throw invalidState(storeRuleMessages.otherDomain)
  const result = await saveDomainCheck(trx, store, checkedRecords, { now, audit })
  const records = checkedRecords.map(({ unanswered: _unanswered, ...record }) => record)
  return { status: 200, body: { ...result, records } satisfies DomainVerification }
}
