import { text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/**
 * What operators change in their own account. Each has one record, behind calls of its own
 * (accountCalls.ts), so it isn't in `areas/index.ts`.
 */
export const ownProfile = defineResource({
  name: 'ownProfile',
  path: '/account',
  title: { one: 'profile', many: 'profiles' },
  about: 'Your profile is the name that others see.',
  permission: 'users',
  fields: {
    firstName: text('First name', { max: 60 }),
    lastName: text('Last name', { max: 60 }),
  },
  list: { columns: ['firstName', 'lastName'], search: [] },
  relations: { label: 'firstName' },
})
