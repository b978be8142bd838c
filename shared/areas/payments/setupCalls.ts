import { array, enums, number, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PaymentMode } from './choices.ts'
import { eventOutcomeMessages } from './setupMessages.ts'

/** What became of an event of a provider. */
export const eventOutcomes = eventOutcomeMessages
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

const Webhook = type({
  /** Where the provider must tell it; null while the platform does not know its public address. */
  address: nullable(string()),
  data: array(PaymentEvent),
})
export type Webhook = Infer<typeof Webhook>

const at = (id: number) => `/paymentSetups/${id}`

/** GET /paymentSetups/ID/events: where events must come, and the last hundred that did, newest first. */
export async function webhookOf(api: Api, id: number, signal?: AbortSignal): Promise<Webhook> {
  const path = `${at(id)}/events`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(Webhook, body)
}

/** POST /paymentSetups/ID/events/EVENT/replay: does once more what an event said; what is done already stays so. */
export async function replayEvent(
  api: Api,
  { id, event }: { id: number; event: number },
  idempotencyKey: string,
): Promise<PaymentEvent> {
  const path = `${at(id)}/events/${event}/replay`
  return checked(
    PaymentEvent,
    (await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body,
  )
}

/** POST /paymentSetups/ID/mode: the other set of credentials counts from now on; 409 with `reach` until that is confirmed. */
export async function switchMode(
  api: Api,
  { id, reach = '', ...body }: { id: number; mode: PaymentMode; name: string; reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const search = new URLSearchParams(reach ? { [reachParam]: reach } : {})
  const path = `${at(id)}/mode`
  return asRecord((await api.send({ method: 'POST', path, search, body, idempotencyKey })).body)
}

/** POST /paymentSetups/ID/duplicate: a draft with the same settings and credentials, for no store yet. */
export async function duplicateSetup(
  api: Api,
  { id, name }: { id: number; name: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `${at(id)}/duplicate`
  return asRecord((await api.send({ method: 'POST', path, body: { name }, idempotencyKey })).body)
}
