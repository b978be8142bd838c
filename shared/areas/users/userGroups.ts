import {
  integer,
  list,
  longText,
  optional,
  references,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  permissionActions,
  permissionKeys,
  formatPermission,
} from '#shared/permissions/permissions.ts'

import { accountMessages } from './messages.ts'

/** Labels of all permissions that a group can have. */
const permissionLabels = Object.fromEntries(
  permissionKeys
    .flatMap((key) => [key, ...permissionActions.map((action) => `${key}:${action}`)])
    .map((permission) => [permission, formatPermission(permission)]),
)

/** Groups that give operators their permissions (screens.md, User Groups). */
export const userGroups = defineResource({
  name: 'userGroups',
  title: accountMessages.userGroup,
  about:
    'Groups give operators their permissions. An operator in several groups has all of their permissions.',
  permission: 'usersGroups',
  fields: {
    name: text('Name', { min: 2, max: 60 }),
    description: optional(longText(accountMessages.description, { max: 500 })),
    permissions: list('Permissions', { max: 40, options: permissionLabels }),
    allStores: {
      ...toggle('All stores', {
        initial: false,
        hint: 'Gives everyone in this group access to all stores.',
      }),
      heading: 'Stores',
    },
    storeIds: references('Specific stores', 'stores', {
      hint: 'Everyone in this group can access these stores, in addition to their own.',
    }),
  },
  derived: {
    members: integer('Users'),
    areas: integer('Areas'),
    builtIn: toggle('Built-in'),
  },
  list: {
    columns: ['name', 'members', 'areas', 'allStores', 'builtIn', 'updatedAt'],
    filters: ['name', 'permissions', 'members', 'allStores', 'storeIds', 'builtIn', 'updatedAt'],
    search: ['name'],
  },
  form: {
    sections: [{ fields: ['storeIds'], visibleWhen: { field: 'allStores', values: ['false'] } }],
  },
  api: {
    stepUp: ['permissions', 'allStores', 'storeIds'],
    unique: [['name']],
    impact: { one: 'operator', many: 'operators' },
    noBulkReason: 'Change groups one at a time, because each change affects everyone in the group.',
  },
  relations: { disambiguatingFields: ['description'] },
})
