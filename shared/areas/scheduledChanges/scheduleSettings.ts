import { integer, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Rules for scheduled changes, and for bulk changes that are made at once. There is one record, with ID 1. */
export const scheduleSettings = defineResource({
  name: 'scheduleSettings',
  path: '/scheduledChanges?settings',
  title: { one: 'schedule setting', many: 'schedule settings' },
  about:
    'Schedule settings set which changes need approval, and how late a scheduled change can start.',
  permission: 'ordersRead',
  fields: {
    approvalStores: integer('Scheduled stores without approval', {
      min: 0,
      max: 20_000,
      hint: 'A scheduled change of more stores needs a second operator. Enter 0 to always require approval.',
    }),
    immediateStores: integer('Stores changed at once without approval', {
      min: 0,
      max: 20_000,
      hint: 'A bulk change of more stores has to be scheduled, so that a second operator can approve it.',
    }),
    lateMinutes: integer('Latest start (minutes)', {
      min: 1,
      max: 1440,
      hint: "If the platform was down at the start, the change still starts within this time. Later, it's reported as missed.",
    }),
    reason: text('Reason', {
      max: 120,
      hint: 'For example, who decided on the limits, or which policy sets them.',
    }),
  },
  list: {
    columns: ['reason', 'approvalStores', 'immediateStores', 'lateMinutes'],
    search: ['reason'],
    sort: 'reason',
  },
  api: {
    writes: ['change'],
    impact: { one: 'store', many: 'stores' },
    single: true,
    noBulkReason: 'There is only one record.',
  },
  relations: { label: 'reason' },
})
