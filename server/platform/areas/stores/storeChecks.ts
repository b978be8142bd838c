import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { notFound, HttpError } from '#server/platform/core/platform/httpError.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { exampleDomainPattern } from './domains/recheckStoreDomains.ts'
import { checkDnsRecords, buildDomainRecords } from './domains/domainRecords.ts'
import { saveDomainCheck } from './domains/saveDomainCheck.ts'
import { recomputeStoreStats } from './recomputeStoreStats.ts'
import { storeCallMessages } from './messages.ts'

type CheckedStoreRow = {
  domain: string | null
  token: string
  isReal: boolean
  readiness: number
  held: boolean
}

async function loadCheckedStore(
  connection: Connection,
  id: number | null,
): Promise<CheckedStoreRow> {
  const { rows } = await sql<CheckedStoreRow>`
    select domain, domain_token as token, domain !~ ${exampleDomainPattern} as is_real, readiness, delete_after is not null as held
    from stores where id = ${id}`.execute(connection)
  const [store] = rows
  if (!store) throw notFound(stores.title.one)
  return store
}

/**
 * Checks a store's readiness again, with a DNS query for its custom domain. Other figures are
 * recomputed from saved data.
 */
export const storeChecksJob = defineJob({
  name: 'storeChecks',
  permission: `${stores.permission}:write`,
  async prepare({ db, outgoing, storesHost }, { targetId }) {
    const { domain, token, isReal } = await loadCheckedStore(db, targetId)
    if (domain === null || !isReal) return { domain: null, seen: [] }
    return {
      domain,
      seen: await checkDnsRecords(outgoing.dns, buildDomainRecords(domain, token, storesHost)),
    }
  },
  async perform({ trx, caller, now, audit }, { targetId }, { domain, seen }) {
    const store = await lockRecord(trx, limitToCaller(caller, stores), Number(targetId), null)
    const before = await loadCheckedStore(trx, targetId)
    if (before.held) throw new HttpError(409, 'wrong_state', storeCallMessages.notChecked)
    // The DNS result doesn't apply if the domain changed in the meantime.
    if (domain !== null && before.domain === domain)
      await saveDomainCheck(trx, store, seen, { now, audit })
    await recomputeStoreStats(trx, new Date(now), [Number(targetId)])
    const { readiness } = await loadCheckedStore(trx, targetId)
    return readiness === before.readiness
      ? { outcome: 'unchanged', sentence: storeCallMessages.readyAsBefore(readiness) }
      : { outcome: 'done', sentence: storeCallMessages.readyNow(readiness, before.readiness) }
  },
})

/** POST /stores/checks: returns 202 and a job with a row per store. */
export async function handleStartStoreChecks(context: RequestContext): Promise<CallResult> {
  const { rows } = await sql<{ targetId: number; label: string }>`
    select id as target_id, name as label from ${getVisibleRows(stores, context.caller.storeIds)}
    where delete_after is null order by id`.execute(context.trx)
  return startJob(context, { kind: storeChecksJob, title: storeCallMessages.checkTitle, rows })
}
