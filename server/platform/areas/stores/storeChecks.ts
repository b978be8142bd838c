import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { notFound, Refusal } from '#server/platform/core/platform/refusal.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord } from '#server/platform/core/records/read.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { examples } from './domains/checkDomains.ts'
import { askDns, recordsFor } from './domains/domainRecords.ts'
import { keepSeen } from './domains/keepDomain.ts'
import { settleStores } from './settleStores.ts'
import { storeCallMessages } from './messages.ts'

type Checked = {
  domain: string | null
  token: string
  isReal: boolean
  readiness: number
  held: boolean
}

async function storeNow(connection: Connection, id: number | null): Promise<Checked> {
  const { rows } = await sql<Checked>`
    select domain, domain_token as token, domain !~ ${examples} as is_real, readiness, delete_after is not null as held
    from stores where id = ${id}`.execute(connection)
  const [store] = rows
  if (!store) throw notFound(stores.title.one)
  return store
}

/** Runs the checks of a store's readiness anew, asking DNS for its own domain; other figures are worked out from what is kept. */
export const storeChecks = defineJob({
  name: 'storeChecks',
  needs: `${stores.permission}:write`,
  async prepare({ db, outgoing, storesHost }, { targetId }) {
    const { domain, token, isReal } = await storeNow(db, targetId)
    if (domain === null || !isReal) return { domain: null, seen: [] }
    return { domain, seen: await askDns(outgoing.dns, recordsFor(domain, token, storesHost)) }
  },
  async perform({ trx, caller, now, audit }, { targetId }, { domain, seen }) {
    const store = await lockRecord(trx, scopedTo(caller, stores), Number(targetId), null)
    const before = await storeNow(trx, targetId)
    if (before.held) throw new Refusal(409, 'wrong_state', storeCallMessages.notChecked)
    // Of another domain than was asked for nothing is known.
    if (domain !== null && before.domain === domain)
      await keepSeen(trx, store, seen, { now, audit })
    await settleStores(trx, new Date(now), [Number(targetId)])
    const { readiness } = await storeNow(trx, targetId)
    return readiness === before.readiness
      ? { outcome: 'unchanged', sentence: storeCallMessages.readyAsBefore(readiness) }
      : { outcome: 'done', sentence: storeCallMessages.readyNow(readiness, before.readiness) }
  },
})

/** POST /stores/checks: 202 and a job with a row for each store. */
export async function checkAllStores(change: Change): Promise<Answer> {
  const { rows } = await sql<{ targetId: number; label: string }>`
    select id as target_id, name as label from ${rowsOf(stores, change.caller.storeIds)}
    where delete_after is null order by id`.execute(change.trx)
  return startJob(change, { kind: storeChecks, title: storeCallMessages.checkTitle, rows })
}
