import { integer, optional, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

const amountBounds = { min: 0, max: 1_000_000_000 }
const storeLimitHint =
  "For all of a store's members together. Leave blank to use the limit for one member."

/**
 * The most that one operator can enter or refund without approval in 24 hours, for one member and
 * for one store (screens.md, Credits). There is one record, with ID 1.
 */
export const creditLimits = defineResource({
  name: 'creditLimits',
  path: '/credits?limits',
  title: { one: 'credit limit', many: 'credit limits' },
  about:
    'Credit limits set how much one operator can issue or debit in 24 hours without approval. A second operator must approve larger amounts.',
  permission: 'dashboardRead',
  fields: {
    points: integer('Points', {
      ...amountBounds,
      hint: 'For one member. Enter 0 to always require approval.',
    }),
    currency: integer('Currency units', {
      ...amountBounds,
      hint: 'For one member, in whole units such as euros or dollars.',
    }),
    storePoints: optional(integer('Points per store', { ...amountBounds, hint: storeLimitHint })),
    storeCurrency: optional(
      integer('Currency units per store', { ...amountBounds, hint: storeLimitHint }),
    ),
    refunds: integer('Refunds', {
      ...amountBounds,
      hint: "For one member, in whole units of each order's currency. Enter 0 to always require approval.",
    }),
    reason: text('Reason', {
      max: 120,
      hint: 'For example, who decided on the limits, or which policy sets them.',
    }),
  },
  list: {
    columns: ['reason', 'points', 'currency', 'refunds'],
    search: ['reason'],
    sort: 'reason',
  },
  api: { writes: ['change'], impact: { one: 'store', many: 'stores' }, single: true },
  relations: { label: 'reason' },
})
