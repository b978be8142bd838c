import type { Actor, Gateway, Reason, Retryable } from '#shared/areas/payments/attempts.ts'

/** What a provider says of a charge that failed, in its own words. */
export type Decline = {
  /** Its code: Stripe's decline_code or code, Adyen's refusalReasonCode or errorCode, PayPal's response_code or issue, Braintree's legacyCode. */
  code: string
  /** Stripe's advice_code, or the card scheme's merchant advice code as PayPal hands it on. */
  advice?: string | null | undefined
  declineType?: string | null | undefined
}

/** Why a code fails a payment, whether another attempt can help, and who has to act. */
type Meaning = readonly [Reason, Retryable, Actor]
const funds: Meaning = ['insufficient_funds', 'yes', 'member']
const limit: Meaning = ['insufficient_funds', 'customer', 'member']
const card: Meaning = ['expired_card', 'customer', 'member']
const auth: Meaning = ['authentication_required', 'customer', 'member']
const bank: Meaning = ['fraud_block', 'customer', 'bank']
const never: Meaning = ['fraud_block', 'no', 'bank']
/** The member withdrew the consent, so only the member can pay. */
const withdrawn: Meaning = ['fraud_block', 'no', 'member']
const passing: Meaning = ['gateway_error', 'yes', 'provider']
/** The bank's systems don't respond. */
const bankDown: Meaning = ['gateway_error', 'yes', 'bank']
const canceled: Meaning = ['gateway_error', 'no', 'member']
const broken: Meaning = ['gateway_error', 'no', 'provider']
/** Codes that we don't know or that only someone at the provider's console can sort out. */
const technical: Meaning = ['gateway_error', 'no', 'operator']
const setup: Meaning = ['configuration', 'no', 'operator']

const all = (meaning: Meaning, codes: string) =>
  Object.fromEntries(codes.split(' ').map((code) => [code, meaning]))

/**
 * The codes of providers, as they document them; a card that cannot be used counts as one that expired.
 * - Stripe: docs.stripe.com/declines/codes and docs.stripe.com/error-codes
 * - Adyen: docs.adyen.com/development-resources/refusal-reasons, and its errorCodes 901 and 905
 * - PayPal: developer.paypal.com/docs/api/orders/v2, processor_response.response_code and the issues of errors
 * - Braintree: developer.paypal.com/braintree/docs/reference/general/processor-responses/authorization-responses
 */
export const declineCodes: Record<Gateway, Readonly<Record<string, Meaning>>> = {
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
      'do_not_try_again fraudulent lost_card stolen_card pickup_card restricted_card merchant_blacklist security_violation no_action_taken not_permitted service_not_allowed transaction_not_allowed',
    ),
    ...all(
      withdrawn,
      'revocation_of_authorization revocation_of_all_authorizations stop_payment_order',
    ),
    ...all(
      passing,
      'approve_with_id processing_error reenter_transaction try_again_later api_error rate_limit lock_timeout',
    ),
    ...all(bankDown, 'issuer_not_available'),
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
    ...all(never, '5 14 20 22 23 25 31 46'),
    ...all(withdrawn, '15 26'),
    ...all(passing, '4'),
    ...all(bankDown, '9'),
    ...all(canceled, '16'),
    ...all(broken, '21 37 40 44 45'),
    ...all(setup, '7 901 905'),
  },
  paypal: {
    ...all(funds, '5120'),
    ...all(limit, '5710'),
    ...all(
      card,
      '1330 1335 1380 1382 5110 5140 5160 5170 5180 5190 5400 5930 5950 6300 00N7 PCVV CARD_EXPIRED',
    ),
    ...all(auth, '5650 5130 5135 5500 7710 7900 0890 PAYER_ACTION_REQUIRED'),
    ...all(bank, '0100 0500 10BR 5100 9530 INSTRUMENT_DECLINED'),
    ...all(never, '0580 5150 5700 9500 9510 9520 9540 TRANSACTION_REFUSED'),
    ...all(passing, '0960 8000 8110 8220 9100 INTERNAL_SERVER_ERROR INTERNAL_SERVICE_ERROR'),
    ...all(bankDown, '5920'),
    ...all(canceled, '0R00'),
    ...all(broken, '5910 7700 8100'),
    ...all(technical, '5200'),
    ...all(
      setup,
      '1320 1340 1350 1352 1370 8010 8020 8030 PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PERMISSION_DENIED',
    ),
  },
  braintree: {
    ...all(funds, '2001'),
    ...all(limit, '2002 2003 2086 2097 2098'),
    ...all(card, '2004 2005 2006 2007 2008 2009 2010 2022 2051 2059 2060 2074 2075 2093 2107 2108'),
    ...all(auth, '2099 2101 2102 2103'),
    ...all(bank, '2000 2011 2038 2041 2043 2044 2046 2057 2104'),
    ...all(never, '2012 2013 2014 2015 2020 2021 2047 2053 2077'),
    ...all(withdrawn, '2017 2018 2070'),
    ...all(passing, '3000'),
    ...all(broken, '2031 2034'),
    ...all(technical, '2016 2069'),
    ...all(
      setup,
      '2023 2024 2025 2026 2027 2028 2029 2030 2040 2042 2045 2055 2058 2063 2064 2066 2068 2071 2072 2079 2087 2088 2089 2091 2100',
    ),
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

/** Why a charge failed, whether another attempt can help, and who has to act. An unknown code is never charged again automatically. */
export function told(gateway: Gateway, { code, advice, declineType }: Decline) {
  const codes = declineCodes[gateway]
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  const [reason, byCode, byUs] = known ?? technical
  const advised = advice && Object.hasOwn(advices, advice) ? advices[advice] : undefined
  const actor: Actor = advised === 'customer' ? 'member' : byUs
  return { reason, retryable: advised ?? byType(byCode, declineType), actor }
}

/** A soft decline is for a while; that the customer has to do something is said by the code alone. */
function byType(byCode: Retryable, declineType: Decline['declineType']): Retryable {
  if (declineType === 'HARD') return 'no'
  return declineType === 'SOFT' && byCode === 'no' ? 'yes' : byCode
}
