import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { array, integer, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { needsSetupFix } from '#shared/areas/payments/attempts.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, invalidState } from '#server/platform/core/platform/httpError.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { nameSchema, objectSchema, startedJobSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { causeKey } from './detectIncidents.ts'
import { paymentMessages } from '../messages.ts'
import { sendPaymentLinksJob } from '../paymentLinks.ts'
import type { PaymentLinkInput } from '../paymentLinks.ts'
import {
  findRetryablePayments,
  findUnpaidPayments,
  startPaymentRetryJob,
  sumPaymentsByCurrency,
} from '../duePayments.ts'
import type { DuePayment } from '../duePayments.ts'

const amountsSchema = arraySchema(objectSchema({ currency: stringSchema, amount: integerSchema }))
const paymentTotalsSchema = nameSchema(
  'PaymentTotals',
  objectSchema({ payments: integerSchema, amounts: amountsSchema }),
)
const worksSchema = { type: 'boolean' } as const

const incidentPaymentWriteOptions = {
  kind: 'write',
  permission: `${incidents.permission}:write`,
  method: 'post',
  success: { status: 202, schema: startedJobSchema },
} as const

/** Calls for the payments of an incident (shared/areas/payments/incidentPayments.ts). */
export const incidentPaymentCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${incidents.permission}:read`,
    method: 'get',
    path: '/incidents/:id/payments',
    summary:
      'Count the payments in an incident that can be retried or can get a payment link, and list the setups involved',
    success: {
      status: 200,
      schema: objectSchema({
        retries: paymentTotalsSchema,
        links: paymentTotalsSchema,
        setups: arraySchema(
          objectSchema({
            id: integerSchema,
            name: stringSchema,
            state: stringSchema,
            works: worksSchema,
          }),
        ),
      }),
    },
    handler: handleLoadIncidentPaymentSummary,
  },
  {
    ...incidentPaymentWriteOptions,
    path: '/incidents/:id/retries',
    summary:
      "Start a job that retries an incident's retryable payments. The totals in the body must match the current totals.",
    body: paymentTotalsSchema,
    handler: handleRetryIncidentPayments,
  },
  {
    ...incidentPaymentWriteOptions,
    path: '/incidents/:id/links',
    summary:
      "Start a job that emails payment links for an incident's payments. The totals in the body must match the current totals.",
    body: paymentTotalsSchema,
    handler: handleSendIncidentPaymentLinks,
  },
]

type IncidentDetails = { id: number; provider: string; matches: RawBuilder<boolean> }

async function loadIncident(
  connection: Connection,
  request: ApiRequest,
  caller: Caller,
): Promise<IncidentDetails> {
  const record = await loadRecord(
    connection,
    limitToCaller(caller, incidents),
    parseRecordId(incidents, request),
  )
  const { rows } = await sql<{
    key: string
    gateway: Gateway
    openedAt: string
    resolvedAt: string | null
  }>`
    select key, gateway, opened_at, resolved_at from incidents where id = ${record.id}`.execute(
    connection,
  )
  const [incident] = rows
  if (!incident) throw new Error(`Incident ${record.id} was read and is gone`)
  const { key, gateway, openedAt, resolvedAt } = incident
  // The payments that failed while the incident was open.
  const payments = sql<boolean>`${causeKey} = ${key} and attempted_at >= ${openedAt}
    and attempted_at <= ${resolvedAt ?? 'infinity'}::timestamptz`
  return { id: record.id, provider: gateways[gateway], matches: payments }
}

type ReadContext = { trx: RequestContext['trx']; caller: Caller }

/** Finds payments that a link can recover: all but those that wait for a fix of their setup. */
async function findLinkablePayments(
  context: ReadContext,
  { matches: payments }: IncidentDetails,
): Promise<DuePayment[]> {
  const unpaid = await findUnpaidPayments(context, payments)
  return unpaid.filter((one) => !needsSetupFix(one))
}

const toTotals = (due: readonly DuePayment[]) => ({
  payments: due.length,
  amounts: sumPaymentsByCurrency(due).map(({ currency, amount }) => ({ currency, amount })),
})

async function handleLoadIncidentPaymentSummary(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const body = await db.transaction().execute(async (trx) => {
    const incident = await loadIncident(trx, request, caller)
    const context = { trx, caller }
    return {
      retries: toTotals(await findRetryablePayments(context, incident.matches)),
      links: toTotals(await findLinkablePayments(context, incident)),
      setups: await findIncidentSetups(trx, incident, caller),
    }
  })
  return { status: 200, body }
}

/**
 * Finds the payment setups of the incident's provider that serve its stores. Empty if the caller
 * can't read setups.
 */
async function findIncidentSetups(connection: Connection, { id }: IncidentDetails, caller: Caller) {
  if (!hasPermission(`${paymentSetups.permission}:read`, caller)) return []
  const { rows } = await sql`
    select setup.id, setup.name, setup.state, setup.works_since is not null as works
    from payment_setups as setup join incidents on incidents.gateway = setup.provider
    where incidents.id = ${id} and exists (select from incident_stores
      where incident_id = ${id} and store_id = any(setup.store_ids) and ${matchesIds('storeId', caller.storeIds)})
    order by setup.name, setup.id limit 20`.execute(connection)
  return rows
}

const ConfirmedTotals = type({
  payments: integer(),
  amounts: array(type({ currency: string(), amount: integer() })),
})

/** Rejects totals that changed since the operator confirmed them. */
function requireConfirmedTotals(
  { body }: ApiRequest,
  due: readonly DuePayment[],
  emptyMessage: string,
): void {
  if (!is(body, ConfirmedTotals)) throw badRequest(paymentMessages.confirmTotals)
  if (due.length === 0) throw invalidState(emptyMessage)
  const { payments, amounts: confirmedAmounts } = body
  const isSame = isDeepStrictEqual({ payments, amounts: confirmedAmounts }, toTotals(due))
  if (!isSame) throw invalidState(paymentMessages.otherCount(due.length))
}

async function handleRetryIncidentPayments(context: RequestContext): Promise<CallResult> {
  const incident = await loadIncident(context.trx, context.request, context.caller)
  const due = await findRetryablePayments(context, incident.matches)
  requireConfirmedTotals(context.request, due, paymentMessages.nothingToRetry)
  const title = paymentMessages.retryIncidentTitle(due.length, incident.provider)
  return startPaymentRetryJob(context, due, title)
}

async function handleSendIncidentPaymentLinks(context: RequestContext): Promise<CallResult> {
  const incident = await loadIncident(context.trx, context.request, context.caller)
  const due = await findLinkablePayments(context, incident)
  requireConfirmedTotals(context.request, due, paymentMessages.nothingToLink)
  const rows = due.map(({ id, orderId, orderNumber }) => ({
    targetId: id,
    label: orderNumber,
    input: { orderId } satisfies PaymentLinkInput,
  }))
  const title = paymentMessages.linkTitle(due.length, incident.provider)
  return startJob(context, { kind: sendPaymentLinksJob, title, rows })
}
