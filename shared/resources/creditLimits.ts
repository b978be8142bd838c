import { integer, optional, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'

const amounts = { min: 0, max: 1_000_000_000 }
const sameAsMember = 'For all members together. Leave blank to use the limit for one member.'

/** What one operator enters without approval in 24 hours, for one member and in one store (screens.md, Credits). There is one record, with id 1. */
export const creditLimits = defineResource({
  name: 'creditLimits',
  path: '/credits?limits',
  title: { one: 'credit limit', many: 'credit limits' },
  about:
    'How much one operator can enter without approval in 24 hours. Above the limits a second operator approves.',
  permission: 'dashboardRead',
  fields: {
    points: integer('Points', {
      ...amounts,
      hint: 'For one member. Enter 0 to always require approval.',
    }),
    currency: integer('Whole units of a currency', { ...amounts, hint: 'For one member.' }),
    storePoints: optional(integer('Points in a store', { ...amounts, hint: sameAsMember })),
    storeCurrency: optional(
      integer('Whole units of a currency in a store', { ...amounts, hint: sameAsMember }),
    ),
    reason: text('Reason', { max: 120, hint: 'Who decided it, or the rule that says so.' }),
  },
  single: true,
  writes: ['change'],
  columns: ['reason', 'points', 'currency'],
  search: ['reason'],
  sort: 'reason',
  label: 'reason',
  impact: { one: 'store', many: 'stores' },
})
