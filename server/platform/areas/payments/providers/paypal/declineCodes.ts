import type { RetryOption } from '#shared/areas/payments/attempts.ts'
import { mapDeclineCodes } from '../declineCodes.ts'

/**
 * PayPal's processor_response.response_code, and the issues of its errors
 * (developer.paypal.com/docs/api/orders/v2).
 */
export const paypalDeclineCodes = mapDeclineCodes({
  insufficientFunds: '5120',
  limitExceeded: '5710',
  unusableCard:
    '1330 1335 1380 1382 5110 5140 5160 5170 5180 5190 5400 5930 5950 6300 00N7 PCVV CARD_EXPIRED',
  authenticationRequired: '5650 5130 5135 5500 7710 7900 0890 PAYER_ACTION_REQUIRED',
  declinedByBank: '0100 0500 10BR 5100 9530 INSTRUMENT_DECLINED',
  neverRetry: '0580 5150 5700 9500 9510 9520 9540 TRANSACTION_REFUSED',
  temporaryError: '0960 8000 8110 8220 9100 INTERNAL_SERVER_ERROR INTERNAL_SERVICE_ERROR',
  bankUnavailable: '5920',
  canceledByMember: '0R00',
  providerError: '5910 7700 8100',
  operatorError: '5200',
  setupError:
    '1320 1340 1350 1352 1370 8010 8020 8030 PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PERMISSION_DENIED',
})

/** Mastercard's merchant advice codes, as PayPal documents them. */
export const paypalAdviceCodes: ReadonlyMap<string, RetryOption> = new Map([
  ['01', 'customer'],
  ['02', 'yes'],
  ['03', 'no'],
  ['21', 'no'],
])
