import { sql } from 'kysely'
import { gateways } from '#shared/payments/attempts.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import { paymentSetups } from '#shared/resources/paymentSetups.ts'
import { misconfigured } from './integrations.ts'
import { sealedColumns } from '../records/secrets.ts'
import type { Ring } from '../secrets/ring.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'

type Group = {
  gateway: Gateway
  state: string
  message: string | null
  refused: boolean | null
  storeIds: number[]
}

/** Of the stand-ins (`npm run standIns`), so that each can be tried; nobody else takes them. */
const sandbox: Partial<Record<Gateway, { open: object; secret: string }>> = {
  stripe: { open: {}, secret: 'sk_test_standIn0123456789' },
  adyen: { open: { merchantAccount: 'StandInECOM' }, secret: 'AQE-stand-in' },
  paypal: { open: { testPublishableKey: 'AStandIn' }, secret: 'EStandIn' },
  braintree: { open: { testPublishableKey: 'publicstandin' }, secret: 'privatestandin' },
}
/** What is wrong in the setup that refuses every payment: a value that was replaced at the provider. */
const replaced: Partial<Record<Gateway, { open?: object; secret?: string }>> = {
  stripe: { secret: 'sk_test_replaced0123456789' },
  adyen: { open: { merchantAccount: 'StandInOldECOM' } },
  paypal: { open: { testPublishableKey: 'AReplaced' } },
  braintree: { open: { testPublishableKey: 'replacedstandin' } },
}
const instructions = 'Pay by bank transfer within 14 days.\nName the number of the order.'

const methods: Record<Gateway, string[]> = {
  stripe: ['card', 'applePay', 'googlePay', 'sepaDebit'],
  adyen: ['card', 'ideal', 'bancontact', 'klarna'],
  paypal: ['paypal'],
  braintree: ['card', 'paypal'],
  manual: ['bankTransfer', 'invoice'],
}

/** Setups of the demo stores by their gateways; in test mode, with the keys of stand-ins where there is a ring to seal them; untested, so that nothing checks them. */
export async function insertPaymentSetups(
  trx: Connection,
  { now, author, secrets }: { now: Date; author: string; secrets?: Ring | undefined },
): Promise<void> {
  const { rows } = await sql<Group>`
    select gateway, state, max(message) as message, bool_or(message = ${misconfigured}) as refused, array_agg(store_id order by store_id) as store_ids
    from (
      select store_id, state, message, coalesce(
        (select gateway from payment_attempts as failed where failed.store_id = integrations.store_id
          group by gateway order by count(*) desc, gateway limit 1), 'stripe') as gateway
      from integrations where kind = 'payment' and state in ('active', 'degraded')) as store
    group by gateway, state order by gateway, state`.execute(trx)
  const at = now.toISOString()
  const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
  const records = rows.map(({ gateway, state, message, refused, storeIds }) => ({
    ...stamp,
    name: `${gateways[gateway]} ${state === 'active' ? 'main account' : 'second account'}`,
    provider: gateway,
    mode: 'test',
    ...(gateway === 'manual' ? { instructions } : sandbox[gateway]?.open),
    ...(refused === true && replaced[gateway]?.open),
    state,
    problem: refused === true ? misconfigured : message,
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
  const refusedNames = new Set(
    records.flatMap(({ name, problem }) => (problem === misconfigured ? [name] : [])),
  )
  const spare = {
    ...stamp,
    name: 'Invoice',
    provider: 'manual' as const,
    instructions,
    methods: methods.manual,
    currencies: ['EUR'],
    countries: ['DE'],
    retryFunds: [],
    retryErrors: [],
    capture: 'manual',
    storeIds: [],
  }
  for (const record of [...records, spare]) {
    const { id } = await recordTables(trx)
      .insertInto('paymentSetups')
      .values(record)
      .returning('id')
      .executeTakeFirstOrThrow()
    const isReplaced = refusedNames.has(record.name)
    const secret =
      (isReplaced && replaced[record.provider]?.secret) || sandbox[record.provider]?.secret
    if (!secrets || secret === undefined) continue
    const sealed = sealedColumns(paymentSetups, { platform: { secrets }, now: at }, Number(id), {
      testSecretKey: secret,
    })
    await recordTables(trx)
      .updateTable('paymentSetups')
      .set(sealed)
      .where('id', '=', Number(id))
      .execute()
  }
}
