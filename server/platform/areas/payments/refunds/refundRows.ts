import { sql } from 'kysely'
import { getRefundable } from '#shared/areas/payments/refunds.ts'
import type { RefundOutcome, RefundState } from '#shared/areas/payments/refunds.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** A charge that succeeded, and what can still be refunded of it in minor units. */
export type PaidCharge = {
  id: number
  orderId: number
  storeId: number
  gateway: Gateway
  amount: number
  currency: string
  reference: string | null
  endedAt: string | null
  refundable: number
}

/** Loads the successful charges of these orders, newest first. */
export async function loadPaidCharges(
  connection: Connection,
  orderIds: readonly number[],
): Promise<PaidCharge[]> {
  const { rows: charges } = await sql<Omit<PaidCharge, 'refundable'>>`
    select id, order_id, store_id, gateway, amount, currency, reference, ended_at
    from payment_charges where order_id = any(${[...orderIds]}::int[]) and state = 'paid' order by id desc`.execute(
    connection,
  )
  const { rows: refunds } = await sql<RefundSum>`
    select charge_id, amount, currency, state from payment_refunds
    where order_id = any(${[...orderIds]}::int[])`.execute(connection)
  const refundsByCharge = Map.groupBy(refunds, ({ chargeId }) => chargeId)
  return charges.map((charge) => ({
    ...charge,
    refundable: getRefundable(charge, refundsByCharge.get(charge.id) ?? []),
  }))
}

type RefundSum = { chargeId: number; amount: number; currency: string; state: RefundState }

/** A refund and the charge that it refunds. */
export type RefundRow = {
  id: number
  orderId: number
  storeId: number
  chargeId: number
  memberId: number | null
  gateway: Gateway
  amount: number
  currency: string
  reason: string
  state: RefundState
  asCredits: boolean
  key: string | null
  reference: string | null
  sentAt: string | null
  createdBy: string
  /** Whether an operator recorded the state. */
  isRecorded: boolean
  /** The provider's own ID of the charge. */
  paymentId: string | null
  /** The setup that made the charge, and its mode then. */
  setupId: number | null
  mode: PaymentMode | null
}

/** An outcome of a refund, with the sentence that explains a failure. */
export type RefundOutcomeReport = {
  state: RefundOutcome
  reference: string | null
  failure?: string
}

const refundColumns = sql`refund.id, refund.order_id, refund.store_id, refund.charge_id, refund.member_id, refund.gateway,
  refund.amount, refund.currency, refund.reason, refund.state, refund.as_credits, refund.key, refund.reference,
  refund.sent_at, refund.created_by, refund.recorded_by is not null as is_recorded, charge.reference as payment_id,
  charge.setup_id, charge.mode`

/** Loads a refund. Lock its order first if it is about to change. */
export async function findRefundRow(
  connection: Connection,
  id: number,
): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select ${refundColumns} from payment_refunds as refund
    join payment_charges as charge on charge.id = refund.charge_id where refund.id = ${id}`.execute(
    connection,
  )
  return rows[0]
}

/** What a log entry about a refund names. */
export const toRefundTarget = ({
  id,
  reason,
  storeId,
}: Pick<RefundRow, 'id' | 'reason' | 'storeId'>) => ({
  type: 'paymentRefunds',
  id,
  label: reason,
  storeId,
})
