import { array, type, unknown as anything } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { runaSides, sideOfKey } from '#shared/areas/giftCards/environments.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import {
  failed,
  notApplying,
  passed,
  unknown,
} from '#server/platform/core/integrations/integration.ts'
import type { Context, Step, StepResult } from '#server/platform/core/integrations/integration.ts'
import { runSettled } from '../stores/settleStores.ts'
import { askBalances, keepBalances, withThresholds } from './balances.ts'
import { lastHeard } from './events.ts'
import { giftCardSetupMessages, giftCardTestMessages } from './messages.ts'
import { askRuna, RunaRefusal } from './runa.ts'
import type { RunaAccount } from './runa.ts'

const Catalogue = type({ catalog: array(anything()) })

/** The side of a setup: its definition takes no other. */
export const sideOf = ({ environment }: Record<string, unknown>): GiftCardEnvironment =>
  environment === 'live' ? 'live' : 'sandbox'

const accountOf = ({ record, secrets }: Context): RunaAccount => ({
  environment: sideOf(record),
  apiKey: secrets['apiKey'] ?? '',
})

/** What is tried of an account at Runa (integrations.md). */
export const steps: readonly Step[] = [
  {
    name: 'prefix',
    title: giftCardTestMessages.titles.prefix,
    required: true,
    passive: true,
    run: tryPrefix,
  },
  {
    name: 'ping',
    title: giftCardTestMessages.titles.ping,
    required: true,
    passive: true,
    run: refusedBy(ping),
  },
  {
    name: 'balance',
    title: giftCardTestMessages.titles.balance,
    required: true,
    passive: true,
    run: refusedBy(tryBalance),
  },
  {
    name: 'catalogue',
    title: giftCardTestMessages.titles.catalog,
    required: true,
    passive: true,
    run: refusedBy(tryCatalogue),
  },
  {
    name: 'webhook',
    title: giftCardTestMessages.titles.webhook,
    required: false,
    needsSaved: 'values',
    run: tryWebhook,
  },
]

function tryPrefix(context: Context): Promise<StepResult> {
  const { environment, apiKey } = accountOf(context)
  if (apiKey === '') return Promise.resolve(failed('NO_KEY', giftCardSetupMessages.noKey, 'apiKey'))
  const side = sideOfKey(apiKey)
  const { prefix } = runaSides[environment]
  if (side === environment)
    return Promise.resolve(passed(giftCardTestMessages.keyMatches(prefix, environment)))
  const sentence =
    side === null
      ? giftCardTestMessages.keyOfNone(prefix, environment)
      : giftCardTestMessages.keyOfOther(prefix, environment, side)
  return Promise.resolve(failed('OTHER_SIDE', sentence, 'apiKey'))
}

/** What Runa refuses is a failed step that names the key where that is what it does not know. */
function refusedBy(run: (context: Context) => Promise<StepResult>) {
  return async (context: Context): Promise<StepResult> => {
    try {
      return await run(context)
    } catch (error) {
      if (!(error instanceof RunaRefusal)) throw error
      return failed(error.type, error.message, error.status === 401 ? 'apiKey' : undefined)
    }
  }
}

async function ping(context: Context): Promise<StepResult> {
  const { platform, signal } = context
  const told = await askRuna(platform, accountOf(context), { path: '/ping', signal })
  return Reflect.get(Object(told), 'message') === 'pong'
    ? passed(giftCardTestMessages.responds)
    : failed('NOT_RUNA', giftCardTestMessages.notRuna)
}

async function tryBalance(context: Context): Promise<StepResult> {
  const { platform, record, signal, typed } = context
  const held = await askBalances(platform, accountOf(context), signal)
  if (!held) return failed('NOT_RUNA', giftCardTestMessages.noBalances)
  if (!typed)
    await runSettled(platform, (trx, at) => keepBalances(trx, record.id, held, at.toISOString()))
  const balances = withThresholds(held, record)
  const low = balances.filter((one) => one.low)
  const told = balances.map(({ currency, amount }) => formatMoney(amount, currency))
  if (told.length === 0) return passed(giftCardTestMessages.nothingLeft, { warning: true })
  if (low.length === 0) return passed(giftCardTestMessages.balances(told))
  const names = low.map(({ currency }) => currency)
  return passed(giftCardTestMessages.lowBalances(told, names), { warning: true })
}

async function tryCatalogue(context: Context): Promise<StepResult> {
  const { platform, signal } = context
  const told = await askRuna(platform, accountOf(context), { path: '/product?limit=1', signal })
  if (!is(told, Catalogue)) return failed('NOT_RUNA', giftCardTestMessages.noCatalog)
  return told.catalog.length > 0
    ? passed(giftCardTestMessages.canOrder)
    : failed('NO_PRODUCTS', giftCardTestMessages.noProducts)
}

async function tryWebhook({ platform, record, secrets }: Context): Promise<StepResult> {
  if (sideOf(record) === 'sandbox') return notApplying(giftCardTestMessages.noWebhooks)
  if (!secrets['webhookSecret']) return unknown(giftCardTestMessages.noWebhookSecret)
  const at = await lastHeard(platform.db, record.id)
  return at === null
    ? unknown(giftCardTestMessages.noEvent)
    : passed(giftCardTestMessages.lastEvent(formatInstant(at, 'UTC')))
}
