import { list, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { deadlineKinds, noticeDayLabels } from './messages.ts'

/**
 * The kinds of deadlines that have alerts only if an operator wants them. Credentials, gift cards,
 * and disputes always have some.
 */
const { credits, deletion, scheduledChange } = deadlineKinds

/**
 * How many days ahead alerts tell of credentials that expire and of what else ends. There is one
 * record, with ID 1.
 */
export const deadlineAlerts = defineResource({
  name: 'deadlineAlerts',
  path: '/calendar?alerts',
  title: { one: 'alert setting', many: 'alert settings' },
  about: 'Alert settings control how many days before a deadline an alert appears.',
  permission: 'ordersRead',
  fields: {
    days: list('Alert', {
      max: 2,
      options: noticeDayLabels,
      hint: 'An alert that was snoozed or dismissed opens again on each of these days, and once the date has passed.',
    }),
    kinds: list('Alert about', {
      max: 20,
      options: { credits, deletion, scheduledChange },
      hint: 'In addition to credentials, gift cards, and disputes. Credits have one alert per store.',
    }),
    reason: text('Reason', {
      max: 120,
      hint: 'For example, who decided on the days, or which policy sets them.',
    }),
  },
  list: { columns: ['reason', 'days', 'kinds'], search: ['reason'], sort: 'reason' },
  api: { writes: ['change'], single: true, noBulkReason: "There's only one record." },
  relations: { label: 'reason' },
})
