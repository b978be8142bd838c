import { longText, optional } from '#shared/engine/fields/fields.ts'
import { accountMessages } from './messages.ts'

/** The fields of a user group that references use, so that they needn't load every permission. */
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
