import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { credentialField } from '#shared/areas/payments/choices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { misconfigured } from '#server/platform/demoData/integrations.ts'
import { dayMs } from '#server/platform/demoData/period.ts'
import { sealedColumns } from '#server/platform/core/records/secrets.ts'
import type { Ring } from '#server/platform/core/secrets/ring.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import {
  adyenUrlPrefix,
  merchantAccount,
  standInKeys,
} from '#server/platform/demoData/standInKeys.ts'

type Group = { gateway: Gateway; state: string; message: string | null; storeIds: number[] }
type Stamped = { now: Date; since: Date; author: string; secrets?: Ring | undefined }

const instructions = 'Pay by bank transfer within 14 days.\nUse the order number as the reference.'

const methods: Record<Gateway, string[]> = {
  stripe: ['card', 'applePay', 'googlePay', 'sepaDebit'],
  adyen: ['card', 'ideal', 'bancontact', 'klarna'],
  paypal: ['paypal'],
  braintree: ['card', 'paypal'],
  manual: ['bankTransfer', 'invoice'],
}

/** When the live key of the setups for Adyen ends, in days from now; those of others don't. */
const keyDays = 24

/** A setup that serves so many stores has one that was activated before its setup was live. */
const manyStores = 20

/** Setups of the demo stores by their gateways, in live mode; one store takes payments in test mode still. */
export async function insertPaymentSetups(trx: Connection, stamped: Stamped): Promise<void> {
  const groups = await findGroups(trx)
  const records = groups.flatMap((group) => {
    const { gateway, state, storeIds } = group
    const label = `${gateways[gateway]} ${state === 'active' ? 'main account' : 'second account'}`
    const isSplit = gateway === 'stripe' && storeIds.length >= manyStores
    const served = isSplit ? storeIds.slice(0, -1) : storeIds
    const main = recordOf({ ...group, storeIds: served }, label, 'live', stamped)
    if (!isSplit) return [main]
    const pilot = { ...group, storeIds: storeIds.slice(-1) }
    return [main, recordOf(pilot, `${gateways[gateway]} pilot`, 'test', stamped)]
  })
  const invoice = { gateway: 'manual' as const, state: 'draft', message: null, storeIds: [] }
  await insertRecords(trx, [...records, recordOf(invoice, 'Invoice', 'test', stamped)], stamped)
}

/** The stores that take payments, by the provider that their failed payments name and by what their check found. */
async function findGroups(trx: Connection): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select gateway, state, message, array_agg(store_id order by store_id) as store_ids
    from (
      select store_id, state, message, coalesce(
        (select gateway from payment_attempts as failed where failed.store_id = integrations.store_id
          group by gateway order by count(*) desc, gateway limit 1), 'stripe') as gateway
      from integrations where kind = 'payment' and state in ('active', 'degraded')) as store
    group by gateway, state, message order by gateway, state, message`.execute(trx)
  return rows
}

type SetupRow = ReturnType<typeof recordOf>

function recordOf(
  { gateway, state, message, storeIds }: Group,
  name: string,
  mode: 'test' | 'live',
  { now, since, author }: Stamped,
) {
  const at = since.toISOString()
  const isOnline = gateway !== 'manual'
  const isAdyen = gateway === 'adyen'
  const isLate = message === misconfigured
  const keyEnd = new Date(now.getTime() + keyDays * dayMs).toISOString().slice(0, 10)
  return {
    createdAt: at,
    createdBy: author,
    updatedAt: at,
    updatedBy: author,
    name,
    provider: gateway,
    mode,
    merchantAccount: isAdyen ? merchantAccount[isLate ? 'closed' : 'open'] : null,
    liveUrlPrefix: isAdyen ? adyenUrlPrefix : null,
    instructions: isOnline ? null : instructions,
    testPublishableKey: isOnline ? standInKeys[gateway].test.publishable : null,
    livePublishableKey: isOnline && mode === 'live' ? standInKeys[gateway].live.publishable : null,
    keyExpiresOn: isAdyen && state === 'active' ? keyEnd : null,
    state,
    problem: message,
    failures: state === 'degraded' ? 3 : 0,
    methods: methods[gateway],
    currencies: isOnline ? [] : ['EUR'],
    countries: isOnline ? [] : ['DE'],
    retryFunds: isOnline ? ['1d', '2d', '2d'] : [],
    retryErrors: isOnline ? ['1h', '6h', '1d'] : [],
    capture: isAdyen ? 'dispatch' : isOnline ? 'checkout' : 'manual',
    refundDays: isOnline ? 90 : null,
    storeIds,
  }
}

async function insertRecords(
  trx: Connection,
  records: readonly SetupRow[],
  { since, secrets }: Stamped,
): Promise<void> {
  for (const record of records) {
    const { id } = await recordTables(trx)
      .insertInto('paymentSetups')
      .values(record)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!secrets || record.provider === 'manual') continue
    const { test, live } = standInKeys[record.provider]
    const isLive = record.mode === 'live'
    const values = {
      [credentialField('test', 'SecretKey')]: test.secret,
      ...(isLive && { [credentialField('live', 'SecretKey')]: live.secret }),
      ...(isLive && live.webhook && { [credentialField('live', 'WebhookSecret')]: live.webhook }),
    }
    const work = { platform: { secrets }, now: since.toISOString() }
    await recordTables(trx)
      .updateTable('paymentSetups')
      .set(sealedColumns(paymentSetups, work, Number(id), values))
      .where('id', '=', Number(id))
      .execute()
  }
}
