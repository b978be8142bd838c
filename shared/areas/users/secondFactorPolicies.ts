import { integer, references, select, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Which operators need a second factor. There is one record, with ID 1. */
export const secondFactorPolicies = defineResource({
  name: 'secondFactorPolicies',
  path: '/users?secondFactor',
  title: { one: 'second factor policy', many: 'second factor policies' },
  about: 'The second factor policy sets which operators need a second factor to sign in.',
  permission: 'users',
  fields: {
    demand: select(
      'Required for',
      { off: 'No one', groups: 'Some groups', all: 'All operators' },
      { initial: 'off' },
    ),
    groupIds: references('Groups', 'userGroups', {
      hint: 'Users in these groups need a second factor.',
    }),
    graceDays: integer('Grace period (days)', {
      min: 0,
      max: 90,
      hint: 'After this period, operators without a second factor must set one up when they sign in.',
    }),
    reason: text('Reason', {
      max: 120,
      hint: 'For example, the policy or contract that requires it.',
    }),
  },
  list: { columns: ['reason', 'demand', 'graceDays'], search: ['reason'], sort: 'reason' },
  form: {
    sections: [{ fields: ['groupIds'], visibleWhen: { field: 'demand', values: ['groups'] } }],
  },
  api: {
    stepUp: ['demand', 'groupIds', 'graceDays'],
    writes: ['change'],
    single: true,
    noBulkReason: "There's only one record.",
  },
  relations: { label: 'reason' },
})
