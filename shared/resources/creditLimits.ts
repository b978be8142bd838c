import { integer, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'

/** What one operator enters in the ledger alone; above it a second one approves (screens.md, Credits). There is one record, with id 1. */
export const creditLimits = defineResource({
  name: 'creditLimits',
  path: '/credits?limits',
  title: { one: 'limit of credits', many: 'limits of credits' },
  about:
    'How much one operator may issue, debit or take back alone; above it a second one approves.',
  permission: 'dashboardRead',
  fields: {
    points: integer('Points', {
      min: 0,
      max: 1_000_000_000,
      hint: '0: a second one always approves',
    }),
    currency: integer('Whole units of a currency', { min: 0, max: 1_000_000_000 }),
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
