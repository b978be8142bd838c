import { describe, expect, test } from 'vitest'
import { gateways, retryRules } from '#shared/payments/attempts.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import { declineCodes, told } from '#server/platform/payments/declineCodes.ts'

describe('why a charge failed, and whether another try can help', () => {
  test.each([
    ['stripe', { code: 'insufficient_funds' }, 'insufficient_funds', 'yes'],
    [
      'stripe',
      { code: 'insufficient_funds', advice: 'do_not_try_again' },
      'insufficient_funds',
      'no',
    ],
    ['stripe', { code: 'generic_decline', advice: 'try_again_later' }, 'fraud_block', 'yes'],
    ['stripe', { code: 'incorrect_cvc', advice: 'confirm_card_data' }, 'expired_card', 'customer'],
    ['stripe', { code: 'stolen_card' }, 'fraud_block', 'no'],
    ['adyen', { code: '12' }, 'insufficient_funds', 'yes'],
    ['adyen', { code: '901' }, 'configuration', 'no'],
    ['paypal', { code: '5400' }, 'expired_card', 'customer'],
    ['paypal', { code: '5120', advice: '03' }, 'insufficient_funds', 'no'],
    ['braintree', { code: '2001', declineType: 'SOFT' }, 'insufficient_funds', 'yes'],
    ['braintree', { code: '2001', declineType: 'HARD' }, 'insufficient_funds', 'no'],
    ['braintree', { code: '2099', declineType: 'SOFT' }, 'authentication_required', 'customer'],
  ] as const)('%s %j: %s, %s', (gateway, decline, reason, retryable) => {
    expect(told(gateway, decline)).toEqual({ reason, retryable })
  })

  test.each(Object.keys(gateways) as Gateway[])(
    'a code that %s does not document never helps',
    (gateway) => {
      for (const code of ['unheard_of', '', 'constructor', '__proto__'])
        expect(told(gateway, { code })).toMatchObject({ retryable: 'no' })
    },
  )

  test('no class is charged again by itself that no code says can be', () => {
    const helped = Object.values(declineCodes).flatMap((codes) =>
      Object.values(codes).flatMap(([reason, retryable]) => (retryable === 'yes' ? [reason] : [])),
    )
    expect(new Set(Object.keys(retryRules))).toEqual(new Set(helped))
  })
})
