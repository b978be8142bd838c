import { array, enums, number, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PaymentMode } from './setupChoices.ts'
import { paymentEventMessages } from './setupMessages.ts'

/** What became of an event of a provider. */
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
/** What a provider told of a payment. */
export type PaymentEvent = Infer<typeof PaymentEvent>

const PaymentWebhook = type({
  /** Where the provider must tell it; null while the platform does not know its public address. */
  address: nullable(string()),
  data: array(PaymentEvent),
})
export type PaymentWebhook = Infer<typeof PaymentWebhook>

const buildPaymentSetupPath = (id: number) => `/paymentSetups/${id}`

/** GET /paymentSetups/ID/events: where events must come, and the last hundred that did, newest first. */
export async function loadPaymentWebhook(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<PaymentWebhook> {
  const path = `${buildPaymentSetupPath(id)}/events`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(PaymentWebhook, body)
}

/** POST /paymentSetups/ID/events/EVENT/replay: does once more what an event said; what is done already stays so. */
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

/** POST /paymentSetups/ID/mode: the other set of credentials counts from now on; 409 with `reach` until that is confirmed. */
export async function switchPaymentMode(
  api: Api,
  { id, reach = '', ...body }: { id: number; mode: PaymentMode; name: string; reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const search = new URLSearchParams(reach ? { [impactParam]: reach } : {})
  const path = `${buildPaymentSetupPath(id)}/mode`
  return parseRecord((await api.send({ method: 'POST', path, search, body, idempotencyKey })).body)
}

/** POST /paymentSetups/ID/duplicate: a draft with the same settings and credentials, for no store yet. */
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
