import { expect, test } from 'vitest'
import { creditCheckNames } from '#shared/areas/members/creditCheck.ts'
import { checkCredits } from '#server/platform/areas/members/page/creditCheck.ts'
import type { CreditFacts } from '#server/platform/areas/members/page/creditCheck.ts'

const nothing: CreditFacts = {
  name: 'Mia Berg',
  active: true,
  group: { id: 3, name: 'Staff' },
  program: null,
  requests: null,
  refunds: null,
  orders: null,
  expired: null,
  reversed: null,
  adjusted: null,
  redeemed: null,
}
const program = {
  amount: 5000,
  unit: 'EUR',
  own: 'EUR',
  period: 'quarter',
  isWaiting: false,
  issuedAt: null,
} as const
const at = '2026-02-01T10:00:00.000Z'

test.each<[string, Partial<CreditFacts>, string]>([
  ['nothing is missing', {}, "Mia Berg isn't missing any credits."],
  [
    'the program waits for approval',
    { program: { ...program, isWaiting: true } },
    "The credit program of Staff hasn't issued 50.00 EUR this quarter, because it's waiting for a second operator's approval.",
  ],
  [
    'the program issues another unit',
    { program: { ...program, own: 'points' } },
    "The credit program of Staff issues EUR, but the store's credits are in points.",
  ],
  [
    'several requests wait',
    { requests: { count: 2, amount: 70, unit: 'points' } },
    '2 credit requests for 70 points in total are waiting for approval.',
  ],
  [
    'a refund as credits waits',
    { refunds: { count: 1, amount: 4500, unit: 'CAD' } },
    'A refund of 45.00 CAD as credits is waiting for approval.',
  ],
  [
    'credits spent on a canceled order were not returned',
    { orders: { count: 1, amount: 50, unit: 'points', order: '#29' } },
    "50 points spent on order #29 weren't returned after the order was canceled.",
  ],
  [
    'credits spent on several canceled orders were not returned',
    { orders: { count: 2, amount: 4500, unit: 'EUR', order: '#29' } },
    "45.00 EUR spent on 2 canceled orders, such as #29, weren't returned.",
  ],
  [
    'credits expired',
    { expired: { amount: 50, unit: 'points', at } },
    "Mia Berg isn't missing any credits. Expired in the last 12 months: 50 points, most recently on 02/01/2026 10:00 AM UTC.",
  ],
  [
    'credits are missing and others expired',
    {
      requests: { count: 1, amount: 70, unit: 'points' },
      expired: { amount: 50, unit: 'points', at },
    },
    'A credit request for 70 points is waiting for approval.',
  ],
])('%s', (_what, facts, answer) => {
  expect(checkCredits({ ...nothing, ...facts }).answer).toBe(answer)
})

test('every check has a result, in the order of the names', () => {
  const { checks } = checkCredits(nothing)
  expect(checks.map(({ name }) => name)).toEqual(creditCheckNames)
  expect(checks.every(({ state }) => state === 'passed')).toBe(true)
})
