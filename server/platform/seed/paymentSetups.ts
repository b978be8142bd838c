import { sql } from 'kysely'
import { gateways } from '#shared/payments/attempts.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'

type Group = { gateway: Gateway; state: string; message: string | null; storeIds: number[] }

const methods: Record<Gateway, string[]> = {
  stripe: ['card', 'applePay', 'googlePay', 'sepaDebit'],
  adyen: ['card', 'ideal', 'bancontact', 'klarna'],
  paypal: ['paypal'],
  braintree: ['card', 'paypal'],
  manual: ['bankTransfer', 'invoice'],
}

/** Setups of the demo stores by their gateways; untested, so that nothing checks them: their credentials are nobody's. */
export async function insertPaymentSetups(
  trx: Connection,
  { now, author }: { now: Date; author: string },
): Promise<void> {
  const { rows } = await sql<Group>`
    select gateway, state, max(message) as message, array_agg(store_id order by store_id) as store_ids
    from (
      select store_id, state, message, coalesce(
        (select gateway from payment_attempts as failed where failed.store_id = integrations.store_id
          group by gateway order by count(*) desc, gateway limit 1), 'stripe') as gateway
      from integrations where kind = 'payment' and state in ('active', 'degraded')) as store
    group by gateway, state order by gateway, state`.execute(trx)
  const at = now.toISOString()
  const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
  const records = rows.map(({ gateway, state, message, storeIds }) => ({
    ...stamp,
    name: `${gateways[gateway]} ${state === 'active' ? 'main account' : 'second account'}`,
    provider: gateway,
    mode: gateway === 'manual' ? 'test' : 'live',
    state,
    problem: message,
    failures: state === 'degraded' ? 3 : 0,
    methods: methods[gateway],
    currencies: gateway === 'paypal' ? ['EUR', 'USD'] : ['EUR', 'GBP', 'USD'],
    countries: [],
    retryFunds: ['1d', '2d', '2d'],
    retryErrors: ['1h', '6h', '1d'],
    capture: gateway === 'adyen' ? 'dispatch' : 'checkout',
    refundDays: 90,
    storeIds,
    keyExpiresOn:
      gateway === 'adyen'
        ? new Date(now.getTime() + 24 * 86_400_000).toISOString().slice(0, 10)
        : null,
  }))
  const spare = {
    ...stamp,
    name: 'Invoice',
    provider: 'manual',
    instructions: 'Pay by bank transfer within 14 days.\nName the number of the order.',
    methods: methods.manual,
    currencies: ['EUR'],
    countries: ['DE'],
    retryFunds: [],
    retryErrors: [],
    capture: 'manual',
    storeIds: [],
  }
  for (const record of [...records, spare])
    await recordTables(trx).insertInto('paymentSetups').values(record).execute()
}
