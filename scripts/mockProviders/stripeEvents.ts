import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { mockProviderKeys } from '#server/platform/demoData/mockProviderKeys.ts'
import { getDueDate } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { recordTraffic } from './recordTraffic.ts'

/** The part of Stripe's responses that the console reads, with the types of Stripe's client. */
export type DeepPartial<Value> = Value extends object
  ? { [Name in keyof Value]?: DeepPartial<Value[Name]> }
  : Value

type StripeEventInput = { type: string; object: object; id: string; at: Date; livemode?: boolean }

/** Builds an event as Stripe sends it, with its signature header. */
export function buildStripeEvent(
  secret: string,
  { type, object, id, at, livemode = false }: StripeEventInput,
): { body: string; signature: string } {
  const created = Math.floor(at.getTime() / 1000)
  const event = {
    id,
    object: 'event',
    type,
    created,
    livemode,
    api_version: Stripe.API_VERSION,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  } satisfies DeepPartial<Omit<Stripe.Event, 'type' | 'data'>> & { type: string; data: object }
  recordTraffic({ provider: 'stripe', event })
  const body = JSON.stringify(event)
  const signed = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex')
  return { body, signature: `t=${created},v1=${signed}` }
}

/** Builds the event that reports a dispute, in the live mode. */
export function buildStripeDisputeEvent({ charge, status, amount, currency }: Dispute, at: Date) {
  const isClosed = status === 'won' || status === 'lost'
  const kind = isClosed ? 'closed' : status === 'needs_response' ? 'created' : 'updated'
  const created = Math.floor(at.getTime() / 1000)
  const object = buildStripeDispute(charge, {
    amount,
    currency: currency.toLowerCase(),
    id: `dp_${charge}`,
    status,
    created,
    evidence_details: { due_by: Math.floor(getDueDate(at).getTime() / 1000) },
  })
  const { body, signature } = buildStripeEvent(mockProviderKeys.stripe.live.webhook ?? '', {
    type: `charge.dispute.${kind}`,
    object,
    id: `evt_${charge}_${created}_${status}`,
    at,
    livemode: true,
  })
  return { headers: { 'stripe-signature': signature }, body }
}

/** Builds a refund of one of our orders' charges, made by us if it has a key. */
export const buildStripeRefund = (charge: string, overrides: object = {}) =>
  ({
    id: 're_event1',
    object: 'refund',
    amount: 1000,
    currency: 'eur',
    charge,
    created: 1_764_000_000,
    metadata: {},
    status: 'succeeded',
    ...overrides,
  }) satisfies DeepPartial<Stripe.Refund>

/** Builds a failed charge of one of our orders. */
export const buildFailedCharge = (order: number, overrides: object = {}) =>
  ({
    id: 'ch_failed1',
    object: 'charge',
    amount: 4200,
    currency: 'eur',
    created: 1_764_000_000,
    metadata: { order: String(order) },
    failure_code: 'card_declined',
    outcome: { type: 'issuer_declined', reason: 'insufficient_funds', advice_code: null },
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    ...overrides,
  }) satisfies DeepPartial<Stripe.Charge>

/** Builds a dispute of one of our charges. */
export const buildStripeDispute = (charge: string, overrides: object = {}) =>
  ({
    id: 'dp_opened1',
    object: 'dispute',
    amount: 4200,
    currency: 'eur',
    charge,
    payment_intent: null,
    created: 1_764_000_000,
    evidence_details: { due_by: 1_765_000_000 },
    metadata: {},
    reason: 'fraudulent',
    status: 'needs_response',
    ...overrides,
  }) satisfies DeepPartial<Stripe.Dispute>
