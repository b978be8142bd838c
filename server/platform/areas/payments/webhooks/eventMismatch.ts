import { sql } from 'kysely'
import { integrationStates } from '#shared/engine/integrations/states.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'
import { formatMoney } from '#shared/format/money.ts'
import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { findLastAttempt } from '../attempts.ts'
import { openEventIncident } from '../incidents/eventIncidents.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { VerifiedEvent, PaymentUpdate } from '../providers/verifiedEvent.ts'
import { paymentSetupMessages } from '../setups/messages.ts'
import type { PaymentSetup } from '../setups/paymentSetup.ts'

type OrderEvent = Omit<VerifiedEvent, 'orderId' | 'update'> & {
  orderId: number
  update: PaymentUpdate
}
type DueOrder = { number: string; storeId: number; amount: number; currency: string }

/** How an event differs from what the setup and the order expect, with a sentence for people. */
type EventMismatch = {
  kinds: readonly string[]
  sentence: string
  orderId: number
  due: DueOrder | null
}

/**
 * Compares an event with its setup and the payment that is due. Returns null if the setup's status,
 * mode, stores, and merchant account match, and the order's gateway, amount, and currency. An event
 * with a mismatch never changes an order.
 */
export async function findMismatch(
  trx: Connection,
  setup: PaymentSetup,
  { orderId, update, mode, merchantAccount }: OrderEvent,
): Promise<EventMismatch | null> {
  const { rows } = await sql<DueOrder>`
    select number, store_id, amount, currency from orders where id = ${orderId} for update`.execute(
    trx,
  )
  const [order] = rows
  const last = order && (await findLastAttempt(trx, orderId))
  const due = order
    ? { ...order, ...(last && { amount: last.amount, currency: last.currency }) }
    : null
  const reported = update.status === 'failed' ? update.failure : update
  const state = String(setup['state']) as IntegrationState // The column holds no other value.
  const isServed = order !== undefined && setup.storeIds.includes(order.storeId)
  const differences: Record<string, string | false> = {
    state:
      state !== 'active' &&
      state !== 'degraded' &&
      paymentSetupMessages.state(integrationStates[state].toLowerCase()),
    mode:
      mode !== setup.mode &&
      paymentSetupMessages.mode(
        paymentModes[mode].toLowerCase(),
        paymentModes[setup.mode].toLowerCase(),
      ),
    store: !isServed && paymentSetupMessages.store,
    merchantAccount:
      merchantAccount !== undefined &&
      merchantAccount !== setup.merchantAccount &&
      paymentSetupMessages.merchantAccount(merchantAccount, setup.merchantAccount),
    gateway:
      isServed &&
      last !== undefined &&
      last.gateway !== setup.provider &&
      paymentSetupMessages.gateway(gateways[last.gateway]),
    amount:
      isServed &&
      due !== null &&
      (reported.amount !== due.amount || reported.currency !== due.currency) &&
      paymentSetupMessages.amount(
        formatMoney(reported.amount, reported.currency),
        formatMoney(due.amount, due.currency),
      ),
  }
  const mismatches = Object.entries(differences).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  if (mismatches.length === 0) return null
  const sentence = paymentSetupMessages.mismatch(
    gateways[setup.provider],
    isServed ? order.number : String(orderId),
    mismatches.map(([, text]) => text),
  )
  return { kinds: mismatches.map(([kind]) => kind), sentence, orderId, due }
}

/**
 * Opens an incident that describes the mismatch: one per order, or one per setup if its status or
 * mode differs.
 */
export const openMismatchIncident = (
  trx: Connection,
  setup: PaymentSetup,
  { kinds, sentence, orderId, due }: EventMismatch,
  now: string,
): Promise<void> => {
  const concernsSetup = kinds.includes('state') || kinds.includes('mode')
  return openEventIncident(trx, {
    key: ['event', setup.id, kinds.join('+'), ...(concernsSetup ? [] : [orderId])].join('/'),
    cause: sentence,
    gateway: setup.provider,
    storeIds: due ? [due.storeId] : setup.storeIds,
    amount: due?.amount ?? 0,
    currency: due?.currency ?? 'EUR',
    at: now,
  })
}
