import { integer, optional, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Log retention of all stores and the platform. There is one record, with ID 1. */
export const logRetention = defineResource({
  name: 'logRetention',
  path: '/users?log&keep',
  title: { one: 'log retention', many: 'log retentions' },
  about: 'Log retention sets how long logs are kept for all stores and the platform.',
  permission: 'users',
  fields: {
    reason: text('Reason', {
      max: 120,
      hint: 'Enter the policy or contract that requires this retention period.',
    }),
    months: optional(
      integer('Months', {
        min: 1,
        max: 1200,
        hint: 'Number of full months to keep, not counting the current one. Leave blank to keep logs forever.',
      }),
    ),
  },
  list: { columns: ['reason', 'months'], search: ['reason'], sort: 'reason' },
  api: { writes: ['change'], impact: { one: 'store', many: 'stores' }, single: true },
  relations: { label: 'reason' },
})
