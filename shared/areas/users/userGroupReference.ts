import { longText, optional } from '#shared/engine/fields/fields.ts'
import { accountMessages } from './messages.ts'

/** What a reference to a user group knows of it: what refers to one need not load every right that it may hold. */
export const userGroupReference = {
  name: 'userGroups',
  path: '/userGroups',
  title: accountMessages.userGroup,
  fields: { description: optional(longText(accountMessages.description, { max: 500 })) },
  disambiguatingFields: ['description'],
  label: 'name',
  sort: 'name',
  permission: 'usersGroups',
  writes: ['create'],
} as const
