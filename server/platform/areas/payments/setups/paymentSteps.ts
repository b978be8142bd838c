import { gateways } from '#shared/areas/payments/gateways.ts'
import type {
  StepContext,
  IntegrationStep,
  StepResult,
} from '#server/platform/core/integrations/integration.ts'
import {
  skipInapplicableStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import { toPaymentSetup, getCredentials, buildPaymentWebhookUrl } from './paymentSetup.ts'
import type {
  PaymentStepContext,
  PaymentStepState,
  PaymentStepName,
} from '../providers/providerSteps.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import { findLastPaymentEventTime } from '../webhooks/recordEvent.ts'
import { paymentProviderMessages, paymentStepTitles } from '../providers/messages.ts'
import { formatDay } from '#shared/format/dates.ts'

function toStepContext({
  platform,
  signal,
  state,
  record,
  secrets,
}: StepContext<PaymentStepState>): PaymentStepContext {
  const setup = toPaymentSetup(record)
  const credentials = getCredentials(setup, secrets)
  return {
    platform,
    signal,
    state,
    setup,
    credentials,
    webhookUrl: buildPaymentWebhookUrl(platform, setup),
  }
}

const createProviderStep =
  (name: PaymentStepName) => async (context: StepContext<PaymentStepState>) => {
    const providerContext = toStepContext(context)
    return paymentProviders[providerContext.setup.provider].steps[name](providerContext)
  }

/** The test steps, which are the same for every provider. Each provider runs its own version. */
export const paymentSteps: readonly IntegrationStep<PaymentStepState>[] = [
  {
    name: 'keys',
    title: paymentStepTitles.keys,
    required: true,
    passive: true,
    run: createProviderStep('keys'),
  },
  {
    name: 'answer',
    title: paymentStepTitles.answer,
    required: true,
    passive: true,
    run: createProviderStep('answer'),
  },
  {
    name: 'account',
    title: paymentStepTitles.account,
    required: true,
    passive: true,
    run: createProviderStep('account'),
  },
  {
    name: 'webhook',
    title: paymentStepTitles.webhook,
    required: false,
    needsSaved: 'record',
    run: createProviderStep('webhook'),
  },
  {
    name: 'event',
    title: paymentStepTitles.event,
    required: false,
    needsSaved: 'values',
    run: checkWebhookEvent,
  },
]

/**
 * Checks for a verified event. A webhook secret can't be read back, so only an event with a valid
 * signature proves it.
 */
async function checkWebhookEvent(context: StepContext<PaymentStepState>): Promise<StepResult> {
  const { platform, record } = context
  const { provider, id, mode } = toPaymentSetup(record)
  const { webhook, steps } = paymentProviders[provider]
  if (!webhook) return skipInapplicableStep(paymentProviderMessages.nothingToCheck)
  const startedAt = platform.now().toISOString()
  const sent = await steps.sendEvent?.(toStepContext(context))
  if (typeof sent === 'object' && sent) return sent
  const last = await findLastPaymentEventTime(platform.db, id, mode)
  const name = gateways[provider]
  if (last === null)
    return reportUnknownStep(
      buildPaymentWebhookUrl(platform, toPaymentSetup(record)) === null
        ? paymentProviderMessages.noEventWithoutUrl(name)
        : paymentProviderMessages.noEvent(name),
    )
  return sent && last < startedAt
    ? passStep(paymentProviderMessages.testEventLost(name, formatDay(last)), {
        warning: true,
      })
    : passStep(paymentProviderMessages.lastEvent(formatDay(last)))
}
