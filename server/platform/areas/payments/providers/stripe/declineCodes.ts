import type { RetryOption } from '#shared/areas/payments/attempts.ts'
import { mapDeclineCodes } from '../declineCodes.ts'

/** Stripe's decline_code or code (docs.stripe.com/declines/codes, docs.stripe.com/error-codes). */
export const stripeDeclineCodes = mapDeclineCodes({
  insufficientFunds: 'insufficient_funds',
  limitExceeded: 'card_velocity_exceeded withdrawal_count_limit_exceeded',
  unusableCard:
    'expired_card incorrect_number incorrect_cvc incorrect_zip incorrect_address invalid_account invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number new_account_information_available card_not_supported',
  authenticationRequired:
    'authentication_required authentication_not_handled offline_pin_required online_or_offline_pin_required incorrect_pin invalid_pin pin_try_exceeded',
  declinedByBank: 'call_issuer do_not_honor generic_decline',
  neverRetry:
    'do_not_try_again fraudulent lost_card stolen_card pickup_card restricted_card merchant_blacklist security_violation no_action_taken not_permitted service_not_allowed transaction_not_allowed',
  consentWithdrawn:
    'revocation_of_authorization revocation_of_all_authorizations stop_payment_order',
  temporaryError:
    'approve_with_id processing_error reenter_transaction try_again_later api_error rate_limit lock_timeout',
  bankUnavailable: 'issuer_not_available',
  operatorError: 'duplicate_transaction',
  setupError:
    'currency_not_supported invalid_amount testmode_decline live_mode_test_card account_invalid api_key_expired payment_method_unactivated',
})

/** Stripe's advice_code. */
export const stripeAdviceCodes: ReadonlyMap<string, RetryOption> = new Map([
  ['try_again_later', 'yes'],
  ['do_not_try_again', 'no'],
  ['confirm_card_data', 'customer'],
])
