import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { getCredentialFieldName } from '#shared/areas/payments/setupChoices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { misconfiguredProblem } from '#server/platform/demoData/problems.ts'
import type { PlannedGateway } from '#server/platform/demoData/rows.ts'
import { msPerDay } from '#server/platform/demoData/period.ts'
import { buildSealedColumns } from '#server/platform/core/records/secrets.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import {
  adyenUrlPrefix,
  adyenMerchantAccount,
  mockProviderKeys,
} from '#server/platform/demoData/mockProviderKeys.ts'

type DemoGateway = PlannedGateway | 'manual'
type SetupGroup = {
  gateway: DemoGateway
  state: string
  message: string | null
  storeIds: number[]
}

const bankTransferInstructions =
  'Pay by bank transfer within 14 days.\nUse the order number as the reference.'

const methodsByGateway: Record<DemoGateway, string[]> = {
  stripe: ['card', 'applePay', 'googlePay', 'sepaDebit'],
  adyen: ['card', 'ideal', 'bancontact', 'klarna'],
  paypal: ['paypal'],
  braintree: ['card', 'paypal'],
  manual: ['bankTransfer', 'invoice'],
}

/** When the live key of Adyen setups expires, in days from now. Other keys don't expire. */
const keyLifetimeDays = 24

/** A setup with at least this many stores has one of them on a pilot setup in test mode. */
const minStoresForPilot = 20

/**
 * Inserts setups for the demo stores by gateway, in live mode; one store still takes payments in
 * test mode.
 */
export async function insertPaymentSetups(context: SeedContext): Promise<void> {
  const groups = await findSetupGroups(context.trx)
  const records = groups.flatMap((group) => {
    const { gateway, state, storeIds } = group
    const label = `${gateways[gateway]} ${state === 'active' ? 'main account' : 'backup account'}`
    const isSplit = gateway === 'stripe' && storeIds.length >= minStoresForPilot
    const served = isSplit ? storeIds.slice(0, -1) : storeIds
    const main = buildSetupRow({ ...group, storeIds: served }, label, 'live', context)
    if (!isSplit) return [main]
    const pilot = { ...group, storeIds: storeIds.slice(-1) }
    return [main, buildSetupRow(pilot, `${gateways[gateway]} pilot`, 'test', context)]
  })
  const invoice = { gateway: 'manual' as const, state: 'draft', message: null, storeIds: [] }
  await insertSetupRows([...records, buildSetupRow(invoice, 'Invoice', 'test', context)], context)
}

/**
 * Finds the stores that take payments, grouped by the provider of their failed payments and the
 * result of their check.
 */
async function findSetupGroups(trx: Connection): Promise<SetupGroup[]> {
  const { rows } = await sql<SetupGroup>`
    select gateway, state, message, array_agg(store_id order by store_id) as store_ids
    from (
      select store_id, state, message, coalesce(
        (select gateway from payment_attempts as failed where failed.store_id = integrations.store_id
          group by gateway order by count(*) desc, gateway limit 1), 'stripe') as gateway
      from integrations where kind = 'payment' and state in ('active', 'degraded')) as store
    group by gateway, state, message order by gateway, state, message`.execute(trx)
  return rows
}

type SetupRow = ReturnType<typeof buildSetupRow>

function buildSetupRow(
  { gateway, state, message, storeIds }: SetupGroup,
  name: string,
  mode: 'test' | 'live',
  { now, since, author }: SeedContext,
) {
  const at = since.toISOString()
  const isOnline = gateway !== 'manual'
  const isAdyen = gateway === 'adyen'
  const isLate = message === misconfiguredProblem
  const keyEnd = new Date(now.getTime() + keyLifetimeDays * msPerDay).toISOString().slice(0, 10)
  return {
    createdAt: at,
    createdBy: author,
    updatedAt: at,
    updatedBy: author,
    name,
    provider: gateway,
    mode,
    merchantAccount: isAdyen ? adyenMerchantAccount[isLate ? 'closed' : 'open'] : null,
    liveUrlPrefix: isAdyen ? adyenUrlPrefix : null,
    instructions: isOnline ? null : bankTransferInstructions,
    testPublishableKey: isOnline ? mockProviderKeys[gateway].test.publishable : null,
    livePublishableKey:
      isOnline && mode === 'live' ? mockProviderKeys[gateway].live.publishable : null,
    keyExpiresOn: isAdyen && state === 'active' ? keyEnd : null,
    state,
    problem: message,
    failures: state === 'degraded' ? 3 : 0,
    methods: methodsByGateway[gateway],
    currencies: isOnline ? [] : ['EUR'],
    countries: isOnline ? [] : ['DE'],
    retryFunds: isOnline ? ['1d', '2d', '2d'] : [],
    retryErrors: isOnline ? ['1h', '6h', '1d'] : [],
    capture: isAdyen ? 'dispatch' : isOnline ? 'checkout' : 'manual',
    refundDays: isOnline ? 90 : null,
    storeIds,
  }
}

async function insertSetupRows(
  records: readonly SetupRow[],
  { trx, since, secrets }: SeedContext,
): Promise<void> {
  for (const record of records) {
    const { id } = await withRecordTables(trx)
      .insertInto('paymentSetups')
      .values(record)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!secrets || record.provider === 'manual') continue
    const { test, live } = mockProviderKeys[record.provider]
    const isLive = record.mode === 'live'
    const values = {
      [getCredentialFieldName('test', 'SecretKey')]: test.secret,
      ...(isLive && { [getCredentialFieldName('live', 'SecretKey')]: live.secret }),
      ...(isLive &&
        live.webhook && { [getCredentialFieldName('live', 'WebhookSecret')]: live.webhook }),
    }
    const work = { platform: { secrets }, now: since.toISOString() }
    await withRecordTables(trx)
      .updateTable('paymentSetups')
      .set(buildSealedColumns(paymentSetups, work, Number(id), values))
      .where('id', '=', Number(id))
      .execute()
  }
}
