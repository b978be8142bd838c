import type { Gateway, Reason, Retryable } from '#shared/payments/attempts.ts'

/** What a provider says of a charge that failed, in its own words. */
export type Decline = {
  /** Its code: Stripe's decline_code or code, Adyen's refusalReasonCode or errorCode, PayPal's response_code or issue, Braintree's legacyCode. */
  code: string
  /** Stripe's advice_code, or the card scheme's merchant advice code as PayPal hands it on. */
  advice?: string | null | undefined
  declineType?: string | null | undefined
}

type Told = readonly [Reason, Retryable]
const funds: Told = ['insufficient_funds', 'yes']
const limit: Told = ['insufficient_funds', 'customer']
const card: Told = ['expired_card', 'customer']
const auth: Told = ['authentication_required', 'customer']
const bank: Told = ['fraud_block', 'customer']
const never: Told = ['fraud_block', 'no']
const passing: Told = ['gateway_error', 'yes']
const technical: Told = ['gateway_error', 'no']
const setup: Told = ['configuration', 'no']

const all = (told: Told, codes: string) =>
  Object.fromEntries(codes.split(' ').map((code) => [code, told]))

/**
 * The codes of providers, as they document them; a card that cannot be used counts as one that expired.
 * - Stripe: docs.stripe.com/declines/codes and docs.stripe.com/error-codes
 * - Adyen: docs.adyen.com/development-resources/refusal-reasons, and its errorCodes 901 and 905
 * - PayPal: developer.paypal.com/docs/api/orders/v2, processor_response.response_code and the issues of errors
 * - Braintree: developer.paypal.com/braintree/docs/reference/general/processor-responses/authorization-responses
 */
export const declineCodes: Record<Gateway, Readonly<Record<string, Told>>> = {
  stripe: {
    ...all(funds, 'insufficient_funds'),
    ...all(limit, 'card_velocity_exceeded withdrawal_count_limit_exceeded'),
    ...all(
      card,
      'expired_card incorrect_number incorrect_cvc incorrect_zip incorrect_address invalid_account invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number new_account_information_available card_not_supported',
    ),
    ...all(
      auth,
      'authentication_required authentication_not_handled offline_pin_required online_or_offline_pin_required incorrect_pin invalid_pin pin_try_exceeded',
    ),
    ...all(bank, 'call_issuer do_not_honor generic_decline'),
    ...all(
      never,
      'do_not_try_again fraudulent lost_card stolen_card pickup_card restricted_card merchant_blacklist security_violation no_action_taken not_permitted revocation_of_authorization revocation_of_all_authorizations service_not_allowed stop_payment_order transaction_not_allowed',
    ),
    ...all(
      passing,
      'approve_with_id issuer_not_available processing_error reenter_transaction try_again_later api_error rate_limit lock_timeout',
    ),
    ...all(technical, 'duplicate_transaction'),
    ...all(
      setup,
      'currency_not_supported invalid_amount testmode_decline live_mode_test_card account_invalid api_key_expired payment_method_unactivated',
    ),
  },
  adyen: {
    ...all(funds, '12'),
    ...all(limit, '28 29'),
    ...all(card, '6 8 24 32 34 35'),
    ...all(auth, '11 17 18 19 33 36 38 39 41 42 43'),
    ...all(bank, '2 3 10 27'),
    ...all(never, '5 14 15 20 22 23 25 26 31 46'),
    ...all(passing, '4 9'),
    ...all(technical, '16 21 37 40 44 45'),
    ...all(setup, '7 901 905'),
  },
  paypal: {
    ...all(funds, '5120'),
    ...all(card, '5110 5180 5400 00N7 CARD_EXPIRED'),
    ...all(auth, '5650 5130 PAYER_ACTION_REQUIRED'),
    ...all(bank, '0500 5100 INSTRUMENT_DECLINED'),
    ...all(never, '9500 9510 9520 9540 TRANSACTION_REFUSED'),
    ...all(passing, 'INTERNAL_SERVER_ERROR INTERNAL_SERVICE_ERROR'),
    ...all(setup, 'PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PERMISSION_DENIED'),
  },
  braintree: {
    ...all(funds, '2001'),
    ...all(limit, '2002 2003'),
    ...all(card, '2004 2005 2006 2010 2022'),
    ...all(auth, '2099'),
    ...all(bank, '2000 2038 2041 2044 2046'),
    ...all(never, '2012 2013 2014 2015 2021 2047'),
    ...all(passing, '3000'),
    ...all(setup, '2024 2026'),
  },
  manual: {},
}

/** What advice says goes before what the code says. Merchant advice codes: Mastercard's, as PayPal documents them. */
const advices: Readonly<Record<string, Retryable>> = {
  try_again_later: 'yes',
  do_not_try_again: 'no',
  confirm_card_data: 'customer',
  '01': 'customer',
  '02': 'yes',
  '03': 'no',
  '21': 'no',
}

/** Why a charge failed, and whether charging again can help; what is not known is never charged again by itself. */
export function told(gateway: Gateway, { code, advice, declineType }: Decline) {
  const codes = declineCodes[gateway]
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  const [reason, byCode] = known ?? technical
  const advised = advice && Object.hasOwn(advices, advice) ? advices[advice] : undefined
  return { reason, retryable: advised ?? byType(byCode, declineType) }
}

/** A soft decline is for a while; that the customer has to do something is said by the code alone. */
function byType(byCode: Retryable, declineType: Decline['declineType']): Retryable {
  if (declineType === 'HARD') return 'no'
  return declineType === 'SOFT' && byCode === 'no' ? 'yes' : byCode
}
