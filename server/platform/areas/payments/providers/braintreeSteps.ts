import { array, nullable, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { noPublicUrlMessage, toUnexpectedFailure } from '../setups/providerHttp.ts'
import type { PaymentStepContext, ProviderSteps } from '../setups/providerHttp.ts'
import { getErrorClass, sendBraintreeRequest } from './braintree.ts'
import { braintreeMessages, paymentProviderMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const merchantQuery = `query {
  ping
  viewer { merchant { status merchantAccounts(first: 50) { edges { node { id currencyCode status } } } } }
}`

const BraintreeMerchant = type({
  merchantAccounts: type({
    edges: array(
      type({ node: type({ currencyCode: nullable(string()), status: nullable(string()) }) }),
    ),
  }),
})
const MerchantResponse = type({ data: type({ viewer: type({ merchant: BraintreeMerchant }) }) })

async function checkBraintreeCredentials({ credentials }: PaymentStepContext): Promise<StepResult> {
  const { mode, publishable, secret, fields } = credentials
  if (!publishable)
    return failStep('NO_KEY', braintreeMessages.noPublicKey(mode), fields.publishable)
  if (!secret) return failStep('NO_KEY', braintreeMessages.noPrivateKey(mode), fields.secret)
  return passStep(braintreeMessages.complete)
}

/** Loads the merchant. Errors come with status 200 and name their class. */
async function loadBraintreeMerchant(given: PaymentStepContext): Promise<StepResult> {
  const { mode, fields } = given.credentials
  const told = await sendBraintreeRequest(given, merchantQuery)
  const kind = getErrorClass(told)
  if (kind !== null) {
    if (kind === 'AUTHENTICATION')
      return failStep(kind, braintreeMessages.unknownKeys(mode), fields.secret)
    if (kind === 'AUTHORIZATION')
      return failStep(kind, braintreeMessages.cannotReadAccounts, fields.secret)
    if (kind === 'RESOURCE_LIMIT')
      return failStep(kind, paymentProviderMessages.rateLimited(gateways.braintree))
    return failStep(kind, braintreeMessages.rejected)
  }
  if (told.status !== 200 || !is(told.body, MerchantResponse))
    return toUnexpectedFailure(gateways.braintree, told)
  given.state.account = told.body.data.viewer.merchant
  return passStep(braintreeMessages.keysAccepted)
}

async function checkBraintreeAccounts({ state: found }: PaymentStepContext): Promise<StepResult> {
  const accounts = is(found.account, BraintreeMerchant) ? found.account.merchantAccounts.edges : []
  const active = accounts.filter(({ node }) => node.status === 'ACTIVE')
  const paid = [...new Set(active.map(({ node }) => node.currencyCode))]
  return active.length === 0
    ? failStep('NO_ACCOUNT', braintreeMessages.noAccount)
    : passStep(braintreeMessages.accounts(paid))
}

/** The test steps for Braintree (integrations.md, Payment). Its API doesn't report webhook URLs. */
export const braintreeSteps: ProviderSteps = {
  keys: checkBraintreeCredentials,
  answer: loadBraintreeMerchant,
  account: checkBraintreeAccounts,
  webhook: ({ webhookUrl: address }) =>
    Promise.resolve(
      reportUnknownStep(
        address === null ? noPublicUrlMessage : braintreeMessages.checkWebhook(address),
      ),
    ),
}
