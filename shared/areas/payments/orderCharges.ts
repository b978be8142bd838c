import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const OrderCharge = type({
  id: number(),
  state: string(),
  /** When the outcome was known, or else when the charge began. */
  at: string(),
  by: string(),
  amount: number(),
  currency: string(),
  gateway: string(),
  /** The provider's own ID of the payment, and where its dashboard shows it. */
  reference: nullable(string()),
  url: nullable(string()),
  setup: nullable(type({ id: number(), name: string() })),
  cardBrand: nullable(string()),
  cardLast4: nullable(string()),
})
export type OrderCharge = Infer<typeof OrderCharge>

const ChargeEvent = type({
  id: number(),
  /** The charge that the event was about; null if it matched none. */
  chargeId: nullable(number()),
  kind: string(),
  receivedAt: string(),
  outcome: string(),
  sentence: string(),
})
export type ChargeEvent = Infer<typeof ChargeEvent>

const OrderDispute = type({
  id: number(),
  status: string(),
  amount: number(),
  currency: string(),
  reason: nullable(string()),
  openedAt: string(),
  dueAt: nullable(string()),
})
export type OrderDispute = Infer<typeof OrderDispute>

const OrderCharges = type({
  data: array(OrderCharge),
  events: array(ChargeEvent),
  disputes: array(OrderDispute),
})
export type OrderCharges = Infer<typeof OrderCharges>

/** GET /orders/ID/charges: the order's charges, events, and disputes, oldest first. */
export async function loadOrderCharges(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<OrderCharges> {
  const path = `/orders/${id}/charges`
  return parseResponse(OrderCharges, (await api.send({ method: 'GET', path, signal })).body)
}
