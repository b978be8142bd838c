import { array, type, unknown as anything } from 'superstruct'
import { is } from '#shared/is.ts'
import { giftCardEnvironments, runaSides, sideOfKey } from '#shared/giftCards/environments.ts'
import type { GiftCardEnvironment } from '#shared/giftCards/environments.ts'
import { formatInstant } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { failed, notApplying, passed, unknown } from '../integrations/integration.ts'
import type { Context, Step, StepResult } from '../integrations/integration.ts'
import { runSettled } from '../stores/settleStores.ts'
import { askBalances, keepBalances, withThresholds } from './balances.ts'
import { lastHeard } from './events.ts'
import { askRuna, RunaRefusal } from './runa.ts'
import type { RunaAccount } from './runa.ts'

const Catalogue = type({ catalog: array(anything()) })

/** The side of a setup: its definition takes no other. */
export const sideOf = ({ environment }: Record<string, unknown>): GiftCardEnvironment =>
  environment === 'live' ? 'live' : 'sandbox'

/** What lacks for whatever asks Runa. */
export const noKey = 'Give an API key first, and save.'

const accountOf = ({ record, secrets }: Context): RunaAccount => ({
  environment: sideOf(record),
  apiKey: secrets['apiKey'] ?? '',
})

/** What is tried of an account at Runa (integrations.md). */
export const steps: readonly Step[] = [
  {
    name: 'prefix',
    title: 'Key and environment belong together',
    required: true,
    passive: true,
    run: tryPrefix,
  },
  { name: 'ping', title: 'Runa answers', required: true, passive: true, run: refusedBy(ping) },
  {
    name: 'balance',
    title: 'Balance read',
    required: true,
    passive: true,
    run: refusedBy(tryBalance),
  },
  {
    name: 'catalogue',
    title: 'Catalogue read',
    required: true,
    passive: true,
    run: refusedBy(tryCatalogue),
  },
  {
    name: 'webhook',
    title: 'Webhook heard',
    required: false,
    needsSaved: 'values',
    run: tryWebhook,
  },
]

function tryPrefix(context: Context): Promise<StepResult> {
  const { environment, apiKey } = accountOf(context)
  if (apiKey === '') return Promise.resolve(failed('NO_KEY', noKey, 'apiKey'))
  const side = sideOfKey(apiKey)
  const { prefix } = runaSides[environment]
  const named = giftCardEnvironments[environment].toLowerCase()
  if (side === environment)
    return Promise.resolve(passed(`It begins with ${prefix}, as those of ${named} do.`))
  const other = side === null ? 'no key of Runa begins like this one' : `this one is for ${side}`
  return Promise.resolve(
    failed('OTHER_SIDE', `Keys of ${named} begin with ${prefix}; ${other}.`, 'apiKey'),
  )
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
    ? passed('It says pong.')
    : failed('NOT_RUNA', 'What answers there is not Runa.')
}

async function tryBalance(context: Context): Promise<StepResult> {
  const { platform, record, signal, typed } = context
  const held = await askBalances(platform, accountOf(context), signal)
  if (!held) return failed('NOT_RUNA', 'The balance is told in a way that nobody knows.')
  if (!typed)
    await runSettled(platform, (trx, at) => keepBalances(trx, record.id, held, at.toISOString()))
  const balances = withThresholds(held, record)
  const low = balances.filter((one) => one.low)
  const told = balances.map(({ currency, amount }) => formatMoney(amount, currency))
  if (told.length === 0) return passed('No currency holds anything.', { warning: true })
  if (low.length === 0) return passed(`${told.join(', ')}.`)
  const names = low.map(({ currency }) => currency).join(', ')
  return passed(`${told.join(', ')}. Low: ${names}.`, { warning: true })
}

async function tryCatalogue(context: Context): Promise<StepResult> {
  const { platform, signal } = context
  const told = await askRuna(platform, accountOf(context), { path: '/product?limit=1', signal })
  if (!is(told, Catalogue))
    return failed('NOT_RUNA', 'The catalogue is told in a way that nobody knows.')
  return told.catalog.length > 0
    ? passed('There are products to order.')
    : failed('NO_PRODUCTS', 'The account may order no product. Ask Runa to add some.')
}

async function tryWebhook({ platform, record, secrets }: Context): Promise<StepResult> {
  if (sideOf(record) === 'sandbox')
    return notApplying('The sandbox has no webhooks: orders are asked for instead.')
  if (!secrets['webhookSecret'])
    return unknown('No secret is given: events of Runa cannot be believed.')
  const at = await lastHeard(platform.db, record.id)
  return at === null
    ? unknown('Only an event from Runa shows whether it arrives and is signed with this secret.')
    : passed(`The last genuine event came at ${formatInstant(at, 'UTC')} UTC.`)
}
