import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { array, integer, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { needsSetupFix } from '#shared/areas/payments/attempts.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, notPossible } from '#server/platform/core/platform/refusal.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { among, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { causeKey } from './keepIncidents.ts'
import { paymentMessages } from '../messages.ts'
import { sendPayLinks } from '../payLinks.ts'
import type { LinkInput } from '../payLinks.ts'
import {
  findRetryablePayments,
  findUnpaidPayments,
  startRetries,
  sumAmounts,
} from '../retryMany.ts'
import type { DuePayment } from '../retryMany.ts'

const amounts = listOf(object({ currency: text, amount: whole }))
const confirmed = object({ payments: whole, amounts })
const flag = { type: 'boolean' } as const

const write = {
  kind: 'write',
  needs: `${incidents.permission}:write`,
  method: 'post',
  success: { status: 202, schema: object({ id: whole }) },
  refusals: [409, 413, 415],
} as const

/** What can be done about the payments of an incident (shared/areas/payments/incidentPayments.ts). */
export const incidentPaymentCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${incidents.permission}:read`,
    method: 'get',
    path: '/incidents/:id/payments',
    summary:
      'Count the payments in an incident that can be retried or sent a link, and list the setups involved',
    success: {
      status: 200,
      schema: object({
        retries: confirmed,
        links: confirmed,
        setups: listOf(object({ id: whole, name: text, state: text, works: flag })),
      }),
    },
    answer: answerPayments,
  },
  {
    ...write,
    path: '/incidents/:id/retries',
    summary: 'Start a job that retries the confirmed payments in an incident',
    body: confirmed,
    answer: retryIncident,
  },
  {
    ...write,
    path: '/incidents/:id/links',
    summary: 'Start a job that emails a payment link for each confirmed payment in an incident',
    body: confirmed,
    answer: linkIncident,
  },
]

type Incident = { id: number; cause: string; payments: RawBuilder<boolean> }

async function readIncident(
  connection: Connection,
  asked: Asked,
  caller: Caller,
): Promise<Incident> {
  const record = await readRecord(
    connection,
    scopedTo(caller, incidents),
    recordIdOf(incidents, asked),
  )
  const { rows } = await sql<{ key: string; openedAt: string; resolvedAt: string | null }>`
    select key, opened_at, resolved_at from incidents where id = ${record.id}`.execute(connection)
  const [found] = rows
  if (!found) throw new Error(`Incident ${record.id} was read and is gone`)
  const { key, openedAt, resolvedAt } = found
  // The payments that failed while the incident was open.
  const payments = sql<boolean>`${causeKey} = ${key} and attempted_at >= ${openedAt}
    and attempted_at <= ${resolvedAt ?? 'infinity'}::timestamptz`
  return { id: record.id, cause: String(record['cause']), payments }
}

type Reading = { trx: Change['trx']; caller: Caller }

/** Payments that would succeed by a link: any that doesn't wait for a fix of its setup. */
async function findLinkable(work: Reading, { payments }: Incident): Promise<DuePayment[]> {
  const unpaid = await findUnpaidPayments(work, payments)
  return unpaid.filter((one) => !needsSetupFix(one))
}

const toTotals = (due: readonly DuePayment[]) => ({
  payments: due.length,
  amounts: sumAmounts(due).map(({ currency, amount }) => ({ currency, amount })),
})

async function answerPayments(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const body = await db.transaction().execute(async (trx) => {
    const incident = await readIncident(trx, asked, caller)
    const work = { trx, caller }
    return {
      retries: toTotals(await findRetryablePayments(work, incident.payments)),
      links: toTotals(await findLinkable(work, incident)),
      setups: await findSetups(trx, incident, caller),
    }
  })
  return { status: 200, body }
}

/** The payment setups of the incident's provider that serve its stores, for callers who may read setups. */
async function findSetups(connection: Connection, { id }: Incident, caller: Caller) {
  if (!holds(`${paymentSetups.permission}:read`, caller)) return []
  const { rows } = await sql`
    select setup.id, setup.name, setup.state, setup.works_since is not null as works
    from payment_setups as setup join incidents on incidents.gateway = setup.provider
    where incidents.id = ${id} and exists (select from incident_stores
      where incident_id = ${id} and store_id = any(setup.store_ids) and ${among('storeId', caller.storeIds)})
    order by setup.name, setup.id limit 20`.execute(connection)
  return rows
}

const Totals = type({
  payments: integer(),
  amounts: array(type({ currency: string(), amount: integer() })),
})

/** Rejects totals that changed since an operator saw and confirmed them. */
function requireConfirmed({ body }: Asked, due: readonly DuePayment[], nothing: string): void {
  if (!is(body, Totals)) throw badRequest(paymentMessages.confirmTotals)
  if (due.length === 0) throw notPossible(nothing)
  const { payments, amounts: seen } = body
  const same = isDeepStrictEqual({ payments, amounts: seen }, toTotals(due))
  if (!same) throw notPossible(paymentMessages.otherCount(due.length))
}

async function retryIncident(change: Change): Promise<Answer> {
  const incident = await readIncident(change.trx, change.asked, change.caller)
  const due = await findRetryablePayments(change, incident.payments)
  requireConfirmed(change.asked, due, paymentMessages.nothingToRetry)
  return startRetries(change, due, incident.cause)
}

async function linkIncident(change: Change): Promise<Answer> {
  const incident = await readIncident(change.trx, change.asked, change.caller)
  const due = await findLinkable(change, incident)
  requireConfirmed(change.asked, due, paymentMessages.nothingToLink)
  const rows = due.map(({ id, orderId, orderNumber }) => ({
    targetId: id,
    label: orderNumber,
    input: { orderId } satisfies LinkInput,
  }))
  const title = paymentMessages.linkTitle(due.length, incident.cause)
  return startJob(change, { kind: sendPayLinks, title, rows })
}
