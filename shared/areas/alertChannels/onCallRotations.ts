import {
  date,
  instant,
  optional,
  reference,
  references,
  required,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { timeZones } from '#shared/format/regions.ts'
import { timesOfDay, weekdays } from '#shared/format/timesOfDay.ts'

/** Users who take turns being on call, a week each. An on-call channel emails the one on call. */
export const onCallRotations = defineResource({
  name: 'onCallRotations',
  path: '/alertChannels?rotations',
  title: { one: 'on-call rotation', many: 'on-call rotations' },
  about: 'On-call rotations choose the user who gets alerts, a week at a time.',
  permission: 'alertChannels',
  fields: {
    name: text('Name', { max: 80 }),
    userIds: required(
      references('Users in order', 'users', {
        maxEntries: 50,
        isOrdered: true,
        hint: "Each user is on call for a week, in this order. Users whose account isn't active are skipped.",
      }),
      'Choose at least one user.',
    ),
    timeZone: select('Time zone', timeZones, { initial: 'UTC' }),
    handoverDay: select('Handover day', weekdays, { initial: 'monday' }),
    handoverTime: select('Handover time', timesOfDay, { initial: '09:00' }),
    startsOn: date('First week', {
      hint: "Any day in the first user's week.",
    }),
  },
  derived: {
    currentUserId: optional(reference('On call now', 'users')),
    nextUserId: optional(reference('On call next', 'users')),
    nextAt: optional(instant('Next change')),
  },
  list: {
    columns: ['name', 'currentUserId', 'nextUserId', 'nextAt'],
    filters: ['userIds', 'currentUserId', 'nextUserId', 'timeZone'],
    search: ['name'],
    card: ['currentUserId', 'nextAt'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'userIds'] },
      { title: 'Handover', fields: ['timeZone', 'handoverDay', 'handoverTime', 'startsOn'] },
    ],
  },
  api: { unique: [['name']] },
  relations: { disambiguatingFields: ['timeZone'] },
})
