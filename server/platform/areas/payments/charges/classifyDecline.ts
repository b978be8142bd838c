import type { RequiredActor, RetryOption } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { unknownDecline } from '../providers/declineCodes.ts'
import type { Decline } from '../providers/paymentFailure.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'

/**
 * Returns why a charge failed, whether a retry can help, and who has to act. A payment with an
 * unknown code is never charged again automatically.
 */
export function classifyDecline(gateway: Gateway, { code, advice, declineType }: Decline) {
  const { declineCodes, adviceCodes = new Map() } = paymentProviders[gateway]
  const [reason, codeRetryable, codeActor] = declineCodes.get(code) ?? unknownDecline
  const advisedRetryable = adviceCodes.get(advice ?? '')
  const actor: RequiredActor = advisedRetryable === 'customer' ? 'member' : codeActor
  return {
    reason,
    retryable: advisedRetryable ?? applyDeclineType(codeRetryable, declineType),
    actor,
  }
}

/**
 * Adjusts whether a retry can help: a soft decline is temporary, a hard one is final. A code that
 * requires the member to act overrides a soft decline.
 */
function applyDeclineType(
  codeRetryable: RetryOption,
  declineType: Decline['declineType'],
): RetryOption {
  if (declineType === 'HARD') return 'no'
  return declineType === 'SOFT' && codeRetryable === 'no' ? 'yes' : codeRetryable
}
