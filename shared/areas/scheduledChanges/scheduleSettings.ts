import { integer, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Rules for scheduled changes, and for bulk changes that are made at once. There is one record, with ID 1. */
export const scheduleSettings = defineResource({
  name: 'scheduleSettings',
  path: '/scheduledChanges?settings',
  title: { one: 'schedule setting', many: 'schedule settings' },
  about:
    'Schedule settings control which changes need approval, and how late a scheduled change can start.',
  permission: 'ordersRead',
  fields: {
    approvalStores: integer('Scheduled change limit (stores)', {
      min: 0,
      max: 20_000,
      hint: 'Larger changes need approval. Enter 0 to always require approval.',
    }),
    immediateStores: integer('Bulk change limit (stores)', {
      min: 0,
      max: 20_000,
      hint: 'Larger changes must be scheduled, so that a second operator can approve them.',
    }),
    lateMinutes: integer('Maximum delay (minutes)', {
      min: 1,
      max: 1440,
      hint: 'How late a change can start if the platform was down. After that, the change is missed.',
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
    noBulkReason: "There's only one record.",
  },
  relations: { label: 'reason' },
})
