import { longText, optional } from '#shared/engine/fields/fields.ts'
import { accountLabels } from './messages.ts'

/** What a reference to a user group knows of it: what refers to one need not load every right that it may hold. */
export const userGroupReference = {
  name: 'userGroups',
  path: '/userGroups',
  title: accountLabels.userGroup,
  fields: { description: optional(longText(accountLabels.description, { max: 500 })) },
  tells: ['description'],
  label: 'name',
  sort: 'name',
  permission: 'usersGroups',
  writes: ['create'],
} as const
