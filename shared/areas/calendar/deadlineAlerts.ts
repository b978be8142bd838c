import { list, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { noticeDayLabels } from './messages.ts'

/**
 * How many days ahead alerts tell of credentials that expire and of what else ends. There is one
 * record, with ID 1.
 */
export const deadlineAlerts = defineResource({
  name: 'deadlineAlerts',
  path: '/calendar?alerts',
  title: { one: 'alert setting', many: 'alert settings' },
  about: 'Alert settings set how many days before a deadline alerts appear.',
  permission: 'ordersRead',
  fields: {
    days: list('Alert', {
      max: 2,
      options: noticeDayLabels,
      hint: 'An alert that was snoozed or dismissed opens again on each of these days, and once the date has passed.',
    }),
    reason: text('Reason', {
      max: 120,
      hint: 'For example, who decided on the days, or which policy sets them.',
    }),
  },
  list: { columns: ['reason', 'days'], search: ['reason'], sort: 'reason' },
  api: { writes: ['change'], single: true, noBulkReason: 'There is only one record.' },
  relations: { label: 'reason' },
})
