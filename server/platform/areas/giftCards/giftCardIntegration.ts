import { sql } from 'kysely'
import { parseLowBalance } from '#shared/areas/giftCards/parseLowBalance.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { sendGiftCardJob } from './sendJob.ts'
import { giftCardCalls } from './cardCalls.ts'
import { giftCardSetupCalls } from './setupCalls.ts'
import { memberCardCalls } from './memberCards.ts'
import { getEnvironment, runaSteps } from './runaSteps.ts'
import { syncGiftCardCatalogJob } from './syncJob.ts'
import { giftCardTemplateCalls } from './templateCalls.ts'
import { giftCardWebhookHandler } from './webhookHandler.ts'
import { giftCardSetupMessages } from './messages.ts'

const buildServedStoresSql = ({ storeIds }: Pick<AnyRecord, string>) =>
  Array.isArray(storeIds) && storeIds.length > 0
    ? sql`select id from stores where id = any(${storeIds}::int[])`
    : sql`select id from stores`

/** Only the live account affects the status of stores. */
export const giftCardIntegration = defineIntegration({
  resource: giftCardSetup,
  calls: [...giftCardSetupCalls, ...giftCardTemplateCalls, ...giftCardCalls, ...memberCardCalls],
  jobs: [syncGiftCardCatalogJob, sendGiftCardJob],
  webhookHandlers: { runa: giftCardWebhookHandler },
  settings: ['environment', 'apiKey', 'webhookSecret'],
  steps: runaSteps,
  createState: () => ({}),
  serves: {
    kind: 'gift',
    by: 'storeIds',
    stores: (record) =>
      getEnvironment(record) === 'live'
        ? buildServedStoresSql(record)
        : sql`select id from stores where false`,
  },
  disableImpact: { messages: giftCardSetupMessages.impact },
  hooks: {
    validate: (values, { before }) => validateLimits({ ...before, ...values }),
  },
})

function validateLimits(values: FieldValues): ValidationErrors {
  const { lowBalances, minAmount, maxAmount, dailyCap, monthlyCap } = values
  const errors: ValidationErrors = {}
  const lines = Array.isArray(lowBalances) ? lowBalances.map(String) : []
  const invalidLine = lines.find((line) => parseLowBalance(line) === null)
  if (invalidLine !== undefined)
    errors['lowBalances'] = giftCardSetupMessages.lowBalanceFormat(invalidLine)
  const names = lines.map((line) => line.slice(0, 3))
  if (!errors['lowBalances'] && new Set(names).size < names.length)
    errors['lowBalances'] = giftCardSetupMessages.lowBalanceTwice
  if (isLessThan(maxAmount, minAmount)) errors['maxAmount'] = giftCardSetupMessages.turnedAmounts
  if (isLessThan(monthlyCap, dailyCap)) errors['monthlyCap'] = giftCardSetupMessages.turnedLimits
  return errors
}

const isLessThan = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' && one < other
