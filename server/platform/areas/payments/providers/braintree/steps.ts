import { array, nullable, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { toUnexpectedFailure } from '../providerSteps.ts'
import type { PaymentStepContext, ProviderSteps } from '../providerSteps.ts'
import { getBraintreeErrorClass, sendBraintreeRequest } from './client.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { paymentProviderMessages } from '../messages.ts'
import { braintreeMessages } from './messages.ts'

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
async function loadBraintreeMerchant(context: PaymentStepContext): Promise<StepResult> {
  const { mode, fields } = context.credentials
  const response = await sendBraintreeRequest(context, merchantQuery)
  const kind = getBraintreeErrorClass(response)
  if (kind !== null) {
    if (kind === 'AUTHENTICATION')
      return failStep(kind, braintreeMessages.unknownKeys(mode), fields.secret)
    if (kind === 'AUTHORIZATION')
      return failStep(kind, braintreeMessages.cannotReadAccounts, fields.secret)
    if (kind === 'RESOURCE_LIMIT')
      return failStep(kind, paymentProviderMessages.rateLimited(gateways.braintree))
    return failStep(kind, braintreeMessages.rejected)
  }
  if (response.status !== 200 || !is(response.body, MerchantResponse))
    return toUnexpectedFailure(gateways.braintree, response)
  context.state.account = response.body.data.viewer.merchant
  return passStep(braintreeMessages.keysAccepted)
}

async function checkBraintreeAccounts({ state }: PaymentStepContext): Promise<StepResult> {
  const accounts = is(state.account, BraintreeMerchant) ? state.account.merchantAccounts.edges : []
  const active = accounts.filter(({ node }) => node.status === 'ACTIVE')
  const currencies = [...new Set(active.map(({ node }) => node.currencyCode))]
  return active.length === 0
    ? failStep('NO_ACCOUNT', braintreeMessages.noAccount)
    : passStep(braintreeMessages.accounts(currencies))
}

/** The test steps for Braintree (integrations.md, Payment). Its API doesn't report webhook URLs. */
export const braintreeSteps: ProviderSteps = {
  keys: checkBraintreeCredentials,
  answer: loadBraintreeMerchant,
  account: checkBraintreeAccounts,
  webhook: ({ webhookUrl }) =>
    Promise.resolve(
      reportUnknownStep(
        webhookUrl === null
          ? paymentProviderMessages.noPublicUrl
          : braintreeMessages.checkWebhook(webhookUrl),
      ),
    ),
}
