import { sql } from 'kysely'
import { readLowBalance } from '#shared/areas/giftCards/lowBalances.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import { sendGiftCard } from './sendJob.ts'
import { giftCardSetupCalls } from './setupCalls.ts'
import { giftCardSetupListing } from './shortages.ts'
import { sideOf, steps } from './steps.ts'
import { syncCatalogue } from './syncJob.ts'
import { templateCalls } from './templateCalls.ts'
import { giftCardHearing } from './webhook.ts'
import { giftCardSetupMessages } from './messages.ts'

const servedBy = ({ storeIds }: Pick<AnyRecord, string>) =>
  Array.isArray(storeIds) && storeIds.length > 0
    ? sql`select id from stores where id = any(${storeIds}::int[])`
    : sql`select id from stores`

/** Stores are told of the live account alone. */
export const giftCardIntegration = defineIntegration({
  resource: giftCardSetup,
  calls: [...giftCardSetupCalls, ...templateCalls],
  jobs: [syncCatalogue, sendGiftCard],
  hearings: { runa: giftCardHearing },
  settings: ['environment', 'apiKey', 'webhookSecret'],
  steps,
  begin: () => ({}),
  serves: {
    kind: 'gift',
    by: 'storeIds',
    stores: (record) =>
      sideOf(record) === 'live' ? servedBy(record) : sql`select id from stores where false`,
  },
  stops: { what: giftCardSetupMessages.whatStops },
  listing: giftCardSetupListing,
  consequence: {
    wrong: (values, { before }) => wrongLimits({ ...before, ...values }),
  },
})

function wrongLimits(values: Values): FieldErrors {
  const { lowBalances, minAmount, maxAmount, dailyCap, monthlyCap } = values
  const errors: FieldErrors = {}
  const lines = Array.isArray(lowBalances) ? lowBalances.map(String) : []
  const wrong = lines.find((line) => readLowBalance(line) === null)
  if (wrong !== undefined) errors['lowBalances'] = giftCardSetupMessages.lowBalanceFormat(wrong)
  const names = lines.map((line) => line.slice(0, 3))
  if (!errors['lowBalances'] && new Set(names).size < names.length)
    errors['lowBalances'] = giftCardSetupMessages.lowBalanceTwice
  if (isLess(maxAmount, minAmount)) errors['maxAmount'] = giftCardSetupMessages.turnedAmounts
  if (isLess(monthlyCap, dailyCap)) errors['monthlyCap'] = giftCardSetupMessages.turnedLimits
  return errors
}

const isLess = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' && one < other
