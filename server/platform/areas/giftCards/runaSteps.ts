import { array, type, unknown as anything } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { runaEnvironments, findKeyEnvironment } from '#shared/areas/giftCards/environments.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import {
  failStep,
  skipInapplicableStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type {
  StepContext,
  IntegrationStep,
  StepResult,
} from '#server/platform/core/integrations/integration.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { fetchRunaBalances, saveBalances, markLowBalances } from './balances.ts'
import { findLastRunaEventTime } from './webhookSignature.ts'
import { giftCardSetupMessages, giftCardTestMessages } from './messages.ts'
import { sendRunaRequest, RunaError } from './runaApi.ts'
import type { RunaAccount } from './runaApi.ts'

const CatalogResponse = type({ catalog: array(anything()) })

/** Returns the environment of a setup. Its definition allows no other values. */
export const getEnvironment = ({ environment }: Record<string, unknown>): GiftCardEnvironment =>
  environment === 'live' ? 'live' : 'sandbox'

const toRunaAccount = ({ record, secrets }: StepContext): RunaAccount => ({
  environment: getEnvironment(record),
  apiKey: secrets['apiKey'] ?? '',
})

/** The test steps of an account at Runa (integrations.md). */
export const runaSteps: readonly IntegrationStep[] = [
  {
    name: 'prefix',
    title: giftCardTestMessages.titles.prefix,
    required: true,
    passive: true,
    run: checkKeyPrefix,
  },
  {
    name: 'ping',
    title: giftCardTestMessages.titles.ping,
    required: true,
    passive: true,
    run: withRunaErrors(checkPing),
  },
  {
    name: 'balance',
    title: giftCardTestMessages.titles.balance,
    required: true,
    passive: true,
    run: withRunaErrors(checkBalance),
  },
  {
    name: 'catalogue',
    title: giftCardTestMessages.titles.catalog,
    required: true,
    passive: true,
    run: withRunaErrors(checkCatalog),
  },
  {
    name: 'webhook',
    title: giftCardTestMessages.titles.webhook,
    required: false,
    needsSaved: 'values',
    run: checkWebhook,
  },
]

function checkKeyPrefix(context: StepContext): Promise<StepResult> {
  const { environment, apiKey } = toRunaAccount(context)
  if (apiKey === '')
    return Promise.resolve(failStep('NO_KEY', giftCardSetupMessages.noKey, 'apiKey'))
  const keyEnvironment = findKeyEnvironment(apiKey)
  const { prefix } = runaEnvironments[environment]
  if (keyEnvironment === environment)
    return Promise.resolve(passStep(giftCardTestMessages.keyMatches(prefix, environment)))
  const sentence =
    keyEnvironment === null
      ? giftCardTestMessages.keyOfNone(prefix, environment)
      : giftCardTestMessages.keyOfOther(prefix, environment, keyEnvironment)
  return Promise.resolve(failStep('OTHER_SIDE', sentence, 'apiKey'))
}

/** Turns a Runa error into a failed step. A 401 points to the API key. */
function withRunaErrors(run: (context: StepContext) => Promise<StepResult>) {
  return async (context: StepContext): Promise<StepResult> => {
    try {
      return await run(context)
    } catch (error) {
      if (!(error instanceof RunaError)) throw error
      return failStep(error.type, error.message, error.status === 401 ? 'apiKey' : undefined)
    }
  }
}

async function checkPing(context: StepContext): Promise<StepResult> {
  const { platform, signal } = context
  const response = await sendRunaRequest(platform, toRunaAccount(context), {
    path: '/ping',
    signal,
  })
  return Reflect.get(Object(response), 'message') === 'pong'
    ? passStep(giftCardTestMessages.responds)
    : failStep('NOT_RUNA', giftCardTestMessages.notRuna)
}

async function checkBalance(context: StepContext): Promise<StepResult> {
  const { platform, record, signal, typed } = context
  const fetchedBalances = await fetchRunaBalances(platform, toRunaAccount(context), signal)
  if (!fetchedBalances) return failStep('NOT_RUNA', giftCardTestMessages.noBalances)
  if (!typed)
    await runInTransaction(platform, (trx, at) =>
      saveBalances(trx, record.id, fetchedBalances, at.toISOString()),
    )
  const balances = markLowBalances(fetchedBalances, record)
  const low = balances.filter((one) => one.low)
  const amounts = balances.map(({ currency, amount }) => formatMoney(amount, currency))
  if (amounts.length === 0) return passStep(giftCardTestMessages.nothingLeft, { warning: true })
  if (low.length === 0) return passStep(giftCardTestMessages.balances(amounts))
  const names = low.map(({ currency }) => currency)
  return passStep(giftCardTestMessages.lowBalances(amounts, names), { warning: true })
}

async function checkCatalog(context: StepContext): Promise<StepResult> {
  const { platform, signal } = context
  const response = await sendRunaRequest(platform, toRunaAccount(context), {
    path: '/product?limit=1',
    signal,
  })
  if (!is(response, CatalogResponse)) return failStep('NOT_RUNA', giftCardTestMessages.noCatalog)
  return response.catalog.length > 0
    ? passStep(giftCardTestMessages.canOrder)
    : failStep('NO_PRODUCTS', giftCardTestMessages.noProducts)
}

async function checkWebhook({ platform, record, secrets }: StepContext): Promise<StepResult> {
  if (getEnvironment(record) === 'sandbox')
    return skipInapplicableStep(giftCardTestMessages.noWebhooks)
  if (!secrets['webhookSecret']) return reportUnknownStep(giftCardTestMessages.noWebhookSecret)
  const at = await findLastRunaEventTime(platform.db, record.id)
  return at === null
    ? reportUnknownStep(giftCardTestMessages.noEvent)
    : passStep(giftCardTestMessages.lastEvent(formatInstant(at, 'UTC')))
}
