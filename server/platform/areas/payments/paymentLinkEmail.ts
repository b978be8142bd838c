import { sql } from 'kysely'
import { formatMoney } from '#shared/format/money.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { enqueueEmail, formatPaymentLinkEmail } from '../email/index.ts'

type PaymentLink = { orderId: number; url: string; expiresAt: string }
type LinkedOrder = {
  number: string
  amount: number
  currency: string
  store: string
  storeId: number
}
type Payer = LinkedOrder & { name: string; email: string }

/** Finds the order's member and store; null if no email can reach the member. */
async function findPayer(trx: Connection, orderId: number): Promise<Payer | null> {
  const { rows } = await sql<Payer>`
    select orders.number, orders.amount, orders.currency, orders.store_id, stores.name as store,
      members.name, members.email
    from orders join stores on stores.id = orders.store_id join members on members.id = orders.member_id
    where orders.id = ${orderId} and exists (select from smtp_settings
      where smtp_settings.id = stores.smtp_settings_id or scope = 'platform')`.execute(trx)
  return rows[0]?.email ? rows[0] : null
}

/** Whether the payment link of this order can be emailed. */
export const canEmailPayer = async (trx: Connection, orderId: number): Promise<boolean> =>
  (await findPayer(trx, orderId)) !== null

/**
 * Enqueues an email with a payment link. Returns the function that wakes the queue after the
 * commit; null if no SMTP setting serves the store or the member has no email address.
 */
export async function enqueuePaymentLinkEmail(
  context: Pick<WriteContext, 'trx' | 'platform' | 'now'>,
  { orderId, url, expiresAt }: PaymentLink,
): Promise<(() => Promise<void>) | null> {
  const payer = await findPayer(context.trx, orderId)
  if (!payer) return null
  const { number, amount, currency, store, storeId, name, email } = payer
  const sum = formatMoney(Number(amount), currency)
  return enqueueEmail(context, {
    kind: 'payLink',
    to: email,
    storeId,
    ...formatPaymentLinkEmail({ name, number, store, sum, url, expiresAt }),
  })
}
