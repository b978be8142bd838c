import { sql } from 'kysely'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { OrderCharge, ChargeEvent, OrderDispute } from '#shared/areas/payments/orderCharges.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { DashboardSetup } from '../providers/paymentProvider.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'

const chargeSchema = objectSchema({
  id: integerSchema,
  state: stringSchema,
  at: instantSchema,
  by: stringSchema,
  amount: integerSchema,
  currency: stringSchema,
  gateway: stringSchema,
  reference: nullableSchema(stringSchema),
  url: nullableSchema(stringSchema),
  setup: nullableSchema(objectSchema({ id: integerSchema, name: stringSchema })),
  cardBrand: nullableSchema(stringSchema),
  cardLast4: nullableSchema(stringSchema),
})
const eventSchema = objectSchema({
  id: integerSchema,
  chargeId: nullableSchema(integerSchema),
  kind: stringSchema,
  receivedAt: instantSchema,
  outcome: stringSchema,
  sentence: stringSchema,
})

const disputeSchema = objectSchema({
  id: integerSchema,
  status: stringSchema,
  amount: integerSchema,
  currency: stringSchema,
  reason: nullableSchema(stringSchema),
  openedAt: instantSchema,
  dueAt: nullableSchema(instantSchema),
})

export const orderChargesCall: Call = {
  kind: 'read',
  permission: `${orders.permission}:read`,
  method: 'get',
  path: '/orders/:id/charges',
  summary: "List an order's charges, its disputes, and the provider's events, oldest first",
  success: {
    status: 200,
    schema: objectSchema({
      data: arraySchema(chargeSchema),
      events: arraySchema(eventSchema),
      disputes: arraySchema(disputeSchema),
    }),
  },
  handler: handleLoadOrderCharges,
}

type ChargeRow = Omit<OrderCharge, 'url' | 'setup' | 'gateway'> & {
  gateway: Gateway
  mode: PaymentMode | null
  setupId: number | null
  setupName: string | null
} & DashboardSetup

/** An order has few charges and events; more than this many would be a provider's fault. */
const maxRows = 200

async function handleLoadOrderCharges(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const order = await loadRecord(db, limitToCaller(caller, orders), parseRecordId(orders, request))
  const setups = getVisibleRows(paymentSetups, caller.storeIds)
  const { rows: charges } = await sql<ChargeRow>`
    select charge.id, charge.state, coalesce(ended_at, processing_since, started_at) as at, started_by as by,
      amount, currency, gateway, charge.reference, charge.mode, card_brand, card_last4,
      payment_setups.id as setup_id, payment_setups.name as setup_name, test_merchant_id, live_merchant_id
    from payment_charges as charge left join ${setups} on payment_setups.id = setup_id
    where order_id = ${order.id} order by charge.id limit ${maxRows}`.execute(db)
  const { rows: events } = await sql<ChargeEvent>`
    select event.id, charge_id, kind, received_at, outcome, sentence
    from payment_events as event join ${setups} on payment_setups.id = setup_id
    where order_id = ${order.id} order by event.id limit ${maxRows}`.execute(db)
  const { rows: disputes } = await sql<OrderDispute>`
    select id, status, amount, currency, reason, opened_at, due_at from disputes
    where order_id = ${order.id} order by id limit ${maxRows}`.execute(db)
  const data = charges.map((row): OrderCharge => {
    const { setupId, setupName, mode, testMerchantId, liveMerchantId, ...charge } = row
    const { gateway, reference } = charge
    const buildUrl = paymentProviders[gateway].buildPaymentUrl
    const setup = { testMerchantId, liveMerchantId }
    return {
      ...charge,
      url: reference && mode && buildUrl ? buildUrl(reference, mode, setup) : null,
      setup: setupId === null || setupName === null ? null : { id: setupId, name: setupName },
    }
  })
  return {
    status: 200,
    body: { data, events: events.map((event) => ({ ...event, id: Number(event.id) })), disputes },
  }
}
