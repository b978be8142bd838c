import { array, nullable, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, passed, unknown } from '#server/platform/core/integrations/integration.ts'
import { noAddress, unexpected } from '../setups/asking.ts'
import type { Asking, ProviderSteps } from '../setups/asking.ts'
import { errorClassOf, sendToBraintree } from './braintree.ts'
import { braintreeMessages, providerMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const query = `query {
  ping
  viewer { merchant { status merchantAccounts(first: 50) { edges { node { id currencyCode status } } } } }
}`

const Merchant = type({
  merchantAccounts: type({
    edges: array(
      type({ node: type({ currencyCode: nullable(string()), status: nullable(string()) }) }),
    ),
  }),
})
const Answer = type({ data: type({ viewer: type({ merchant: Merchant }) }) })

async function checkKeys({ credentials }: Asking): Promise<StepResult> {
  const { mode, publishable, secret, fields } = credentials
  if (!publishable) return failed('NO_KEY', braintreeMessages.noPublicKey(mode), fields.publishable)
  if (!secret) return failed('NO_KEY', braintreeMessages.noPrivateKey(mode), fields.secret)
  return passed(braintreeMessages.complete)
}

/** Its errors come with the status 200 and tell their class. */
async function askMerchant(given: Asking): Promise<StepResult> {
  const { mode, fields } = given.credentials
  const told = await sendToBraintree(given, query)
  const kind = errorClassOf(told)
  if (kind !== null) {
    if (kind === 'AUTHENTICATION')
      return failed(kind, braintreeMessages.unknownKeys(mode), fields.secret)
    if (kind === 'AUTHORIZATION')
      return failed(kind, braintreeMessages.cannotReadAccounts, fields.secret)
    if (kind === 'RESOURCE_LIMIT')
      return failed(kind, providerMessages.rateLimited(gateways.braintree))
    return failed(kind, braintreeMessages.rejected)
  }
  if (told.status !== 200 || !is(told.body, Answer)) return unexpected(gateways.braintree, told)
  given.found.told = told.body.data.viewer.merchant
  return passed(braintreeMessages.keysAccepted)
}

async function checkAccounts({ found }: Asking): Promise<StepResult> {
  const accounts = is(found.told, Merchant) ? found.told.merchantAccounts.edges : []
  const active = accounts.filter(({ node }) => node.status === 'ACTIVE')
  const paid = [...new Set(active.map(({ node }) => node.currencyCode))]
  return active.length === 0
    ? failed('NO_ACCOUNT', braintreeMessages.noAccount)
    : passed(braintreeMessages.accounts(paid))
}

/** What is tried at Braintree (integrations.md, Payment); no call of its tells where webhooks lead. */
export const braintreeSteps: ProviderSteps = {
  keys: checkKeys,
  answer: askMerchant,
  account: checkAccounts,
  webhook: ({ address }) =>
    Promise.resolve(
      unknown(address === null ? noAddress : braintreeMessages.checkWebhook(address)),
    ),
}
