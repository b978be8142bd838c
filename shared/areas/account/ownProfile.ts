import { select, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { timeZones } from '#shared/format/regions.ts'

/**
 * What operators change in their own account. Each has one record, behind calls of its own
 * (accountCalls.ts), so it isn't in `areas/index.ts`.
 */
export const ownProfile = defineResource({
  name: 'ownProfile',
  path: '/account',
  title: { one: 'profile', many: 'profiles' },
  about: 'Your profile is your name and the time zone in which you see times.',
  permission: 'users',
  fields: {
    firstName: text('First name', { max: 60 }),
    lastName: text('Last name', { max: 60 }),
    timeZone: select('Time zone', timeZones, {
      initial: 'UTC',
      hint: 'Pages show times in it. Charts, totals, exports, and the API still use UTC.',
    }),
  },
  list: { columns: ['firstName', 'lastName'], search: [] },
  relations: { label: 'firstName' },
})
