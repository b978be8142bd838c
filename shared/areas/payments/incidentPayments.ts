import { array, boolean, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'

const PaymentTotalsSchema = type({
  payments: number(),
  /** Minor units, one entry per currency. */
  amounts: array(type({ currency: string(), amount: number() })),
})
export type PaymentTotals = Infer<typeof PaymentTotalsSchema>

const IncidentPayments = type({
  retries: PaymentTotalsSchema,
  links: PaymentTotalsSchema,
  setups: array(type({ id: number(), name: string(), state: string(), works: boolean() })),
})
export type IncidentPayments = Infer<typeof IncidentPayments>

/**
 * GET /incidents/ID/payments: how many of its payments can be retried or get a link, and the
 * payment setups that serve its stores.
 */
export async function loadIncidentPaymentSummary(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<IncidentPayments> {
  const path = `/incidents/${id}/payments`
  return parseResponse(IncidentPayments, (await api.send({ method: 'GET', path, signal })).body)
}

/**
 * POST /incidents/ID/retries or /links with the totals that the operator confirmed. Fails with 409
 * if they have changed since.
 */
export const startIncidentJob = (
  api: Api,
  { id, what, totals }: { id: number; what: 'retries' | 'links'; totals: PaymentTotals },
  key: string,
): Promise<Job> => startJob(api, `/incidents/${id}/${what}`, key, { body: totals })
