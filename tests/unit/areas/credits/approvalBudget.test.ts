import { expect, test } from 'vitest'
import { ApprovalBudget } from '#server/platform/areas/credits/approvalBudget.ts'

const limits = { member: { points: 100, currency: 100 }, store: { points: 150, currency: 150 } }
const buildEntry = (amount: number, memberId = 1) => ({
  storeId: 1,
  memberId,
  unit: 'points',
  amount,
})

test.each([
  ['credits', [60, 40, 1]],
  ['debits', [-60, -40, -1]],
  ['debits and credits', [-60, 40, 1]],
  ['credits and debits', [60, -40, -1]],
])('%s entered together count toward one limit', (_what, amounts) => {
  const budget = new ApprovalBudget([limits], [])
  expect(amounts.map((amount) => budget.spend(buildEntry(amount)))).toEqual([true, true, false])
  expect(budget.getAllowance(buildEntry(0)).member).toMatchObject({ limit: 100, used: 100 })
})

test.each([1, -1])(
  "amounts of several members count toward their store's limit (sign %i)",
  (sign) => {
    const budget = new ApprovalBudget([limits], [buildEntry(50, 3)])
    expect(budget.spend(buildEntry(sign * 80, 1))).toBe(true)
    expect(budget.spend(buildEntry(sign * 20, 2))).toBe(true)
    expect(budget.spend(buildEntry(sign, 2))).toBe(false)
  },
)
