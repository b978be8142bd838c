import { describe, expect, test } from 'vitest'
import { requiredActors, retryRules } from '#shared/areas/payments/attempts.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { classifyDecline } from '#server/platform/areas/payments/charges/classifyDecline.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'

describe('Decline codes', () => {
  test.each([
    ['stripe', { code: 'insufficient_funds' }, 'insufficient_funds', 'yes', 'member'],
    [
      'stripe',
      { code: 'insufficient_funds', advice: 'do_not_try_again' },
      'insufficient_funds',
      'no',
      'member',
    ],
    [
      'stripe',
      { code: 'do_not_honor', advice: 'confirm_card_data' },
      'fraud_block',
      'customer',
      'member',
    ],
    ['stripe', { code: 'do_not_honor' }, 'fraud_block', 'customer', 'bank'],
    ['stripe', { code: 'issuer_not_available' }, 'gateway_error', 'yes', 'bank'],
    ['stripe', { code: 'api_error' }, 'gateway_error', 'yes', 'provider'],
    ['adyen', { code: '4' }, 'gateway_error', 'yes', 'provider'],
    ['adyen', { code: '9' }, 'gateway_error', 'yes', 'bank'],
    ['adyen', { code: '16' }, 'gateway_error', 'no', 'member'],
    ['paypal', { code: '8020' }, 'configuration', 'no', 'operator'],
    ['paypal', { code: '9100' }, 'gateway_error', 'yes', 'provider'],
    ['braintree', { code: '2045' }, 'configuration', 'no', 'operator'],
    ['braintree', { code: '2044' }, 'fraud_block', 'customer', 'bank'],
    ['braintree', { code: '3000' }, 'gateway_error', 'yes', 'provider'],
    [
      'stripe',
      { code: 'generic_decline', advice: 'try_again_later' },
      'fraud_block',
      'yes',
      'bank',
    ],
    [
      'stripe',
      { code: 'incorrect_cvc', advice: 'confirm_card_data' },
      'expired_card',
      'customer',
      'member',
    ],
    ['stripe', { code: 'stolen_card' }, 'fraud_block', 'no', 'bank'],
    ['adyen', { code: '12' }, 'insufficient_funds', 'yes', 'member'],
    ['adyen', { code: '901' }, 'configuration', 'no', 'operator'],
    ['paypal', { code: '5400' }, 'expired_card', 'customer', 'member'],
    ['paypal', { code: '5120', advice: '03' }, 'insufficient_funds', 'no', 'member'],
    ['braintree', { code: '2001', declineType: 'SOFT' }, 'insufficient_funds', 'yes', 'member'],
    ['braintree', { code: '2001', declineType: 'HARD' }, 'insufficient_funds', 'no', 'member'],
    [
      'braintree',
      { code: '2099', declineType: 'SOFT' },
      'authentication_required',
      'customer',
      'member',
    ],
  ] as const)(
    '%s %j means %s, retry: %s, and has to be fixed by: %s',
    (gateway, decline, reason, retryable, actor) => {
      expect(classifyDecline(gateway, decline)).toEqual({ reason, retryable, actor })
    },
  )

  test.each(Object.keys(gateways) as Gateway[])(
    'a code that %s does not document is never retried',
    (gateway) => {
      for (const code of ['unheard_of', '', 'constructor', '__proto__'])
        expect(classifyDecline(gateway, { code })).toMatchObject({
          retryable: 'no',
          actor: 'operator',
        })
    },
  )

  test('retry rules exist exactly for the reasons that a code marks as retryable', () => {
    const meanings = Object.values(paymentProviders).flatMap(({ declineCodes }) => [
      ...declineCodes.values(),
    ])
    const retryableReasons = meanings.flatMap(([reason, retryable]) =>
      retryable === 'yes' ? [reason] : [],
    )
    expect(new Set(Object.keys(retryRules))).toEqual(new Set(retryableReasons))
  })

  test.each(['stripe', 'adyen', 'paypal', 'braintree'] as const)(
    'the codes of %s name every actor',
    (gateway) => {
      const { declineCodes } = paymentProviders[gateway]
      const actors = new Set([...declineCodes.values()].map(([, , actor]) => actor))
      expect(actors).toEqual(new Set(Object.keys(requiredActors)))
    },
  )
})
