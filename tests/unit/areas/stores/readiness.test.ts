import { describe, expect, test } from 'vitest'
import { calculateReadiness } from '#shared/areas/stores/readiness/readiness.ts'
import type { ReadinessFacts } from '#shared/areas/stores/readiness/readiness.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'

const ready: ReadinessFacts = {
  type: 'mixed',
  hasOrganisation: true,
  themeStatus: 'published',
  primaryColour: '#1e293b',
  textColour: '#ffffff',
  domain: 'verified',
  mail: 'active',
  signOn: 'active',
  payment: 'active',
  hasTestPayments: false,
  gift: 'active',
  print: 'active',
  failureCauses: {},
  paymentFailures: null,
  hasAdmin: true,
  hasDefaultGroup: true,
  members: 1,
}

const listFailedChecks = (facts: Partial<ReadinessFacts>) =>
  calculateReadiness({ ...ready, ...facts }).checks.filter(({ ok }) => !ok)

describe('screens.md, Store details: readiness', () => {
  test('a complete store is ready, and its checks have no details', () => {
    const { percent, checks } = calculateReadiness(ready)
    expect(percent).toBe(100)
    expect(checks).toHaveLength(12)
    expect(checks.every(({ ok, detail }) => ok && detail === null)).toBe(true)
  })

  test('payments in test mode pass with a warning, and failing payments have none', () => {
    const findPaymentCheck = (more: Partial<ReadinessFacts>) =>
      calculateReadiness({ ...ready, hasTestPayments: true, ...more }).checks.find(
        ({ key }) => key === 'payment',
      )
    expect(findPaymentCheck({})).toEqual({
      key: 'payment',
      ok: true,
      detail: null,
      warning:
        'Members can pay only with test cards. Switch the payment setup to live mode before you accept real orders.',
    })
    expect(findPaymentCheck({ payment: 'disabled' })).not.toHaveProperty('warning')
    expect(calculateReadiness({ ...ready, hasTestPayments: true }).percent).toBe(100)
  })

  test.each<[ReadinessKey, Partial<ReadinessFacts>, RegExp]>([
    ['organisation', { hasOrganisation: false }, /no organization/],
    ['admin', { hasAdmin: false }, /doesn't have an admin yet/],
    ['theme', { themeStatus: 'draft' }, /theme is draft/],
    ['theme', { themeStatus: null }, /no theme/],
    ['contrast', { primaryColour: '#777777' }, /contrast of 4\.47\. The minimum is 4\.5/],
    ['contrast', { textColour: null }, /needs a primary color and a text color/],
    ['domain', { domain: 'unverified' }, /isn't verified yet/],
    ['domain', { domain: 'changed' }, /DNS records have changed/],
    ['mail', { mail: 'disabled' }, /Email isn't active/],
    [
      'mail',
      { mail: 'degraded', failureCauses: { mail: '535 Authentication failed' } },
      /^535 Authentication failed\. Once that's fixed, test and activate the SMTP settings\.$/,
    ],
    ['signOn', { signOn: 'degraded' }, /^The last test failed without giving a reason\. Check/],
    [
      'print',
      { print: 'degraded', failureCauses: { print: 'Gone!' } },
      /^Gone! Once that's fixed, test and activate the print-on-demand setup/,
    ],
    [
      'payment',
      { paymentFailures: { failed: 69, orders: 75, reason: 'configuration', code: '901' } },
      /^In the last 7 days, 69 payments failed and 75 orders came in\. The most common cause was a setup error \(901\)\. Check/,
    ],
    [
      'payment',
      {
        type: 'points',
        payment: 'degraded',
        failureCauses: { payment: 'Refused.' },
        paymentFailures: { failed: 69, orders: 75 },
      },
      /^Refused\. Once that's fixed, test and activate the payment setup/,
    ],
    [
      'payment',
      { payment: 'draft' },
      /payment setup is saved but not tested\. Test and activate it/,
    ],
    ['payment', { payment: 'disabled' }, /members can't pay/],
    ['payment', { payment: 'draft', paymentFailures: { failed: 25, orders: 30 } }, /is saved/],
    ['mail', { mail: 'verified' }, /^The SMTP settings are tested but not active\. Activate them/],
    ['gift', { gift: 'verified' }, /^The gift card setup is tested but not active\. Activate it/],
    [
      'payment',
      { payment: 'verified' },
      /^The payment setup is tested but not active\. Activate it/,
    ],
    [
      'payment',
      { payment: 'verified', paymentFailures: { failed: 21, orders: 27 } },
      /^The payment setup is tested but not active\. Activate it to take payments\.$/,
    ],
    ['gift', { gift: 'not_configured' }, /gift card setup/],
    ['defaultGroup', { hasDefaultGroup: false }, /default member group/],
    ['members', { members: 0 }, /no members/],
  ])('the check %s fails for %o', (key, facts, detail) => {
    expect(listFailedChecks(facts)).toEqual([
      { key, ok: false, detail: expect.stringMatching(detail) },
    ])
    expect(calculateReadiness({ ...ready, ...facts }).percent).toBe(92)
  })

  test.each([
    ['points', ['payment', 'gift']],
    ['gift', ['payment']],
    ['retail', ['gift']],
    ['mixed', []],
  ] as const)(
    'a store of type %s skips the checks %o while it does not use them',
    (type, skipped) => {
      const unused = { payment: 'not_configured', gift: 'disabled' } as const
      const keys = calculateReadiness({ ...ready, ...unused, type }).checks.map(({ key }) => key)
      const all = calculateReadiness(ready).checks.map(({ key }) => key)
      expect(keys).toEqual(all.filter((key) => !skipped.some((out) => out === key)))
    },
  )

  test('a store without a custom domain skips the domain check', () => {
    const { percent, checks } = calculateReadiness({ ...ready, domain: 'none', members: 0 })
    expect(checks).toHaveLength(11)
    expect(percent).toBe(91)
  })

  test('the share is rounded, and is 100% only if every check passes', () => {
    const { percent, checks } = calculateReadiness({
      ...ready,
      domain: 'none',
      signOn: 'disabled',
      print: 'disabled',
      hasAdmin: false,
      hasDefaultGroup: false,
      members: 0,
    })
    expect(checks).toHaveLength(9)
    expect(percent).toBe(67)
  })

  test('SSO and print on demand are checked only for stores that use them', () => {
    const getKeys = (state: 'not_configured' | 'draft' | 'verified' | 'disabled') =>
      calculateReadiness({ ...ready, signOn: state, print: state }).checks.map(({ key }) => key)
    for (const state of ['not_configured', 'draft', 'verified', 'disabled'] as const)
      expect(getKeys(state)).not.toEqual(expect.arrayContaining(['signOn']))
    expect(calculateReadiness(ready).checks.filter(({ key }) => key === 'print')).toHaveLength(1)
  })
})
