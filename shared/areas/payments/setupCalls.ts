import { array, enums, number, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PaymentMode } from './setupChoices.ts'
import { paymentEventMessages } from './setupMessages.ts'

/** Results of processing a provider's event. */
export const eventOutcomes = paymentEventMessages
export type EventOutcome = keyof typeof eventOutcomes

const PaymentEvent = type({
  id: number(),
  eventId: string(),
  kind: string(),
  mode: string(),
  receivedAt: string(),
  replayedAt: nullable(string()),
  outcome: enums(Object.keys(eventOutcomes) as EventOutcome[]),
  sentence: string(),
  orderId: nullable(number()),
})
/** A payment event that a provider sent. */
export type PaymentEvent = Infer<typeof PaymentEvent>

const PaymentWebhook = type({
  /**
   * The URL that receives the provider's events; null while the platform doesn't know its public
   * URL.
   */
  address: nullable(string()),
  data: array(PaymentEvent),
})
export type PaymentWebhook = Infer<typeof PaymentWebhook>

const buildPaymentSetupPath = (id: number) => `/paymentSetups/${id}`

/** GET /paymentSetups/ID/events: the webhook URL and the last hundred events, newest first. */
export async function loadPaymentWebhookEvents(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<PaymentWebhook> {
  const path = `${buildPaymentSetupPath(id)}/events`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(PaymentWebhook, body)
}

/**
 * POST /paymentSetups/ID/events/EVENT/replay: processes an event again. Effects that it already had
 * aren't repeated.
 */
export async function replayPaymentEvent(
  api: Api,
  { id, event }: { id: number; event: number },
  idempotencyKey: string,
): Promise<PaymentEvent> {
  const path = `${buildPaymentSetupPath(id)}/events/${event}/replay`
  return parseResponse(
    PaymentEvent,
    (await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body,
  )
}

/**
 * POST /paymentSetups/ID/mode: switches to the credentials of the other mode. Fails with 409 and
 * `reach` until that is confirmed.
 */
export async function switchPaymentMode(
  api: Api,
  { id, reach = '', ...body }: { id: number; mode: PaymentMode; name: string; reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const search = new URLSearchParams(reach ? { [impactParam]: reach } : {})
  const path = `${buildPaymentSetupPath(id)}/mode`
  return parseRecord((await api.send({ method: 'POST', path, search, body, idempotencyKey })).body)
}

/**
 * POST /paymentSetups/ID/duplicate: creates a draft with the same settings and credentials, without
 * stores.
 */
export async function duplicatePaymentSetup(
  api: Api,
  { id, name }: { id: number; name: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `${buildPaymentSetupPath(id)}/duplicate`
  return parseRecord(
    (await api.send({ method: 'POST', path, body: { name }, idempotencyKey })).body,
  )
}
