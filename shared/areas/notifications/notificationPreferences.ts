import { list, select, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { timeZones } from '#shared/format/regions.ts'
import { timesOfDay, weekdays } from '#shared/format/timesOfDay.ts'

/** How often an operator gets a digest. */
export const digestFrequencies = { off: 'Off', daily: 'Daily', weekly: 'Weekly' } as const
export type DigestFrequency = keyof typeof digestFrequencies

/**
 * Which emails an operator gets, and when. Each operator has one record, behind calls of its own
 * (notificationCalls.ts), so it isn't in `areas/index.ts`.
 */
export const notificationPreferences = defineResource({
  name: 'notificationPreferences',
  path: '/notifications',
  title: { one: 'notification preferences', many: 'notification preferences' },
  about: 'Notification preferences say which emails you get, and when.',
  permission: 'ordersRead',
  fields: {
    quietHours: toggle('Hold alerts during quiet hours', {
      initial: false,
      hint: "Alerts wait until quiet hours end, then arrive as one email. While you're on call, critical alerts are still sent at once.",
    }),
    quietFrom: select('From', timesOfDay, { initial: '20:00' }),
    quietUntil: select('Until', timesOfDay, { initial: '08:00' }),
    quietDays: list('Days', {
      max: 10,
      options: weekdays,
      emptyLabel: 'Every day',
      hint: 'Quiet hours start on these days. Leave blank for every day.',
    }),
    digest: select('Frequency', digestFrequencies, {
      initial: 'off',
      hint: 'An email about new and fixed alerts, deadlines, payments, and credits. Nothing is sent if nothing happened.',
    }),
    digestDay: select('Day', weekdays, { initial: 'monday', hint: 'Used by the weekly digest.' }),
    digestTime: select('Time', timesOfDay, { initial: '08:00' }),
    timeZone: select('Time zone', timeZones, {
      initial: 'UTC',
      hint: 'For quiet hours and the digest.',
    }),
  },
  list: { columns: ['digest'], search: [] },
  form: {
    sections: [
      { title: 'Quiet hours', fields: ['quietHours'] },
      {
        fields: ['quietFrom', 'quietUntil', 'quietDays'],
        visibleWhen: { field: 'quietHours', values: ['true'] },
      },
      { title: 'Digest', fields: ['digest'] },
      { fields: ['digestDay'], visibleWhen: { field: 'digest', values: ['weekly'] } },
      { fields: ['digestTime'], visibleWhen: { field: 'digest', values: ['daily', 'weekly'] } },
      { title: 'Times', fields: ['timeZone'] },
    ],
  },
  relations: { label: 'digest' },
})
