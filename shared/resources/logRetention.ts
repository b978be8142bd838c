import { integer, optional, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'

/** How long the logs of all stores and of the platform are kept. There is one record, with id 1. */
export const logRetention = defineResource({
  name: 'logRetention',
  path: '/users?log&keep',
  title: { one: 'time that logs are kept', many: 'times that logs are kept' },
  about: 'How long the logs of all stores and of the platform are kept.',
  permission: 'users',
  fields: {
    reason: text('Reason', { max: 120, hint: 'The rule or contract that says how long.' }),
    months: optional(
      integer('Months', {
        min: 1,
        max: 1200,
        hint: 'Whole months before this one. Empty keeps them for ever.',
      }),
    ),
  },
  single: true,
  writes: ['change'],
  columns: ['reason', 'months'],
  search: ['reason'],
  sort: 'reason',
  label: 'reason',
  impact: { one: 'store', many: 'stores' },
})
