import type {
  RequiredActor,
  Gateway,
  FailureReason,
  RetryOption,
} from '#shared/areas/payments/attempts.ts'

/** Why a charge failed, in the provider's own codes. */
export type Decline = {
  /**
   * Stripe's decline_code or code, Adyen's refusalReasonCode or errorCode, PayPal's response_code
   * or issue, Braintree's legacyCode.
   */
  code: string
  /** Stripe's advice_code, or the card scheme's merchant advice code from PayPal. */
  advice?: string | null | undefined
  declineType?: string | null | undefined
}

/** The failure reason of a code, whether a retry can help, and who has to act. */
type DeclineMeaning = readonly [FailureReason, RetryOption, RequiredActor]
const insufficientFunds: DeclineMeaning = ['insufficient_funds', 'yes', 'member']
const limitExceeded: DeclineMeaning = ['insufficient_funds', 'customer', 'member']
const unusableCard: DeclineMeaning = ['expired_card', 'customer', 'member']
const authenticationRequired: DeclineMeaning = ['authentication_required', 'customer', 'member']
const declinedByBank: DeclineMeaning = ['fraud_block', 'customer', 'bank']
const neverRetry: DeclineMeaning = ['fraud_block', 'no', 'bank']
/** The member withdrew consent, so only the member can pay. */
const consentWithdrawn: DeclineMeaning = ['fraud_block', 'no', 'member']
const temporaryError: DeclineMeaning = ['gateway_error', 'yes', 'provider']
/** The bank's systems don't respond. */
const bankUnavailable: DeclineMeaning = ['gateway_error', 'yes', 'bank']
const canceledByMember: DeclineMeaning = ['gateway_error', 'no', 'member']
const providerError: DeclineMeaning = ['gateway_error', 'no', 'provider']
/** Unknown codes, and codes that only an operator can resolve in the provider's dashboard. */
const operatorError: DeclineMeaning = ['gateway_error', 'no', 'operator']
const setupError: DeclineMeaning = ['configuration', 'no', 'operator']

const mapCodes = (meaning: DeclineMeaning, codes: string) =>
  Object.fromEntries(codes.split(' ').map((code) => [code, meaning]))

/**
 * Decline codes as each provider documents them. A card that can't be used counts as expired.
 * - Stripe: docs.stripe.com/declines/codes and docs.stripe.com/error-codes
 * - Adyen: docs.adyen.com/development-resources/refusal-reasons, and its errorCodes 901 and 905
 * - PayPal: developer.paypal.com/docs/api/orders/v2, processor_response.response_code and the
 * issues of errors
 * - Braintree:
 * developer.paypal.com/braintree/docs/reference/general/processor-responses/authorization-responses
 */
export const declineCodes: Record<Gateway, Readonly<Record<string, DeclineMeaning>>> = {
  stripe: {
    ...mapCodes(insufficientFunds, 'insufficient_funds'),
    ...mapCodes(limitExceeded, 'card_velocity_exceeded withdrawal_count_limit_exceeded'),
    ...mapCodes(
      unusableCard,
      'expired_card incorrect_number incorrect_cvc incorrect_zip incorrect_address invalid_account invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number new_account_information_available card_not_supported',
    ),
    ...mapCodes(
      authenticationRequired,
      'authentication_required authentication_not_handled offline_pin_required online_or_offline_pin_required incorrect_pin invalid_pin pin_try_exceeded',
    ),
    ...mapCodes(declinedByBank, 'call_issuer do_not_honor generic_decline'),
    ...mapCodes(
      neverRetry,
      'do_not_try_again fraudulent lost_card stolen_card pickup_card restricted_card merchant_blacklist security_violation no_action_taken not_permitted service_not_allowed transaction_not_allowed',
    ),
    ...mapCodes(
      consentWithdrawn,
      'revocation_of_authorization revocation_of_all_authorizations stop_payment_order',
    ),
    ...mapCodes(
      temporaryError,
      'approve_with_id processing_error reenter_transaction try_again_later api_error rate_limit lock_timeout',
    ),
    ...mapCodes(bankUnavailable, 'issuer_not_available'),
    ...mapCodes(operatorError, 'duplicate_transaction'),
    ...mapCodes(
      setupError,
      'currency_not_supported invalid_amount testmode_decline live_mode_test_card account_invalid api_key_expired payment_method_unactivated',
    ),
  },
  adyen: {
    ...mapCodes(insufficientFunds, '12'),
    ...mapCodes(limitExceeded, '28 29'),
    ...mapCodes(unusableCard, '6 8 24 32 34 35'),
    ...mapCodes(authenticationRequired, '11 17 18 19 33 36 38 39 41 42 43'),
    ...mapCodes(declinedByBank, '2 3 10 27'),
    ...mapCodes(neverRetry, '5 14 20 22 23 25 31 46'),
    ...mapCodes(consentWithdrawn, '15 26'),
    ...mapCodes(temporaryError, '4'),
    ...mapCodes(bankUnavailable, '9'),
    ...mapCodes(canceledByMember, '16'),
    ...mapCodes(providerError, '21 37 40 44 45'),
    ...mapCodes(setupError, '7 901 905'),
  },
  paypal: {
    ...mapCodes(insufficientFunds, '5120'),
    ...mapCodes(limitExceeded, '5710'),
    ...mapCodes(
      unusableCard,
      '1330 1335 1380 1382 5110 5140 5160 5170 5180 5190 5400 5930 5950 6300 00N7 PCVV CARD_EXPIRED',
    ),
    ...mapCodes(authenticationRequired, '5650 5130 5135 5500 7710 7900 0890 PAYER_ACTION_REQUIRED'),
    ...mapCodes(declinedByBank, '0100 0500 10BR 5100 9530 INSTRUMENT_DECLINED'),
    ...mapCodes(neverRetry, '0580 5150 5700 9500 9510 9520 9540 TRANSACTION_REFUSED'),
    ...mapCodes(
      temporaryError,
      '0960 8000 8110 8220 9100 INTERNAL_SERVER_ERROR INTERNAL_SERVICE_ERROR',
    ),
    ...mapCodes(bankUnavailable, '5920'),
    ...mapCodes(canceledByMember, '0R00'),
    ...mapCodes(providerError, '5910 7700 8100'),
    ...mapCodes(operatorError, '5200'),
    ...mapCodes(
      setupError,
      '1320 1340 1350 1352 1370 8010 8020 8030 PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PERMISSION_DENIED',
    ),
  },
  braintree: {
    ...mapCodes(insufficientFunds, '2001'),
    ...mapCodes(limitExceeded, '2002 2003 2086 2097 2098'),
    ...mapCodes(
      unusableCard,
      '2004 2005 2006 2007 2008 2009 2010 2022 2051 2059 2060 2074 2075 2093 2107 2108',
    ),
    ...mapCodes(authenticationRequired, '2099 2101 2102 2103'),
    ...mapCodes(declinedByBank, '2000 2011 2038 2041 2043 2044 2046 2057 2104'),
    ...mapCodes(neverRetry, '2012 2013 2014 2015 2020 2021 2047 2053 2077'),
    ...mapCodes(consentWithdrawn, '2017 2018 2070'),
    ...mapCodes(temporaryError, '3000'),
    ...mapCodes(providerError, '2031 2034'),
    ...mapCodes(operatorError, '2016 2069'),
    ...mapCodes(
      setupError,
      '2023 2024 2025 2026 2027 2028 2029 2030 2040 2042 2045 2055 2058 2063 2064 2066 2068 2071 2072 2079 2087 2088 2089 2091 2100',
    ),
  },
  manual: {},
}

/**
 * Whether advice allows a retry; it overrides the code. The numbers are Mastercard's merchant
 * advice codes, as PayPal documents them.
 */
const adviceRetryability: Readonly<Record<string, RetryOption>> = {
  try_again_later: 'yes',
  do_not_try_again: 'no',
  confirm_card_data: 'customer',
  '01': 'customer',
  '02': 'yes',
  '03': 'no',
  '21': 'no',
}

/**
 * Returns why a charge failed, whether a retry can help, and who has to act. A payment with an
 * unknown code is never charged again automatically.
 */
export function classifyDecline(gateway: Gateway, { code, advice, declineType }: Decline) {
  const codes = declineCodes[gateway]
  const meaning = Object.hasOwn(codes, code) ? codes[code] : undefined
  const [reason, codeRetryable, codeActor] = meaning ?? operatorError
  const advisedRetryable =
    advice && Object.hasOwn(adviceRetryability, advice) ? adviceRetryability[advice] : undefined
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
