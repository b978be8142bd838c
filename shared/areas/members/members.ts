import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import {
  immutable,
  instant,
  optional,
  personal,
  reference,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/**
 * Members of all stores (spec.md section 3). An invitation is sent once the member's store is
 * active.
 */
export const members = defineResource({
  name: 'members',
  title: { one: 'member', many: 'members' },
  about: 'Members order from the stores they belong to.',
  permission: 'dashboardRead',
  fields: {
    name: personal(text('Name', { max: 80 })),
    email: personal(
      text('Email', {
        max: 120,
        pattern: { ...createEmailPattern('Email'), lowercase: true },
      }),
    ),
    storeId: immutable(optional(reference('Store', 'stores'))),
    groupId: optional(reference('Group', 'memberGroups')),
    active: toggle('Active'),
    invite: toggle('Invite by email', {
      initial: false,
      hint: 'The invitation is sent once, as soon as the store is active.',
    }),
  },
  derived: { invitedAt: optional(instant('Invited')), erasedAt: optional(instant('Erased')) },
  list: {
    columns: ['name', 'email', 'storeId', 'groupId', 'active'],
    search: ['name', 'email'],
    large: true,
    page: '/members/:id',
  },
  api: {
    comments: true,
    writes: ['create', 'change'],
    unique: [['storeId', 'email']],
    import: { key: ['storeId', 'email'], newRecordFields: ['invite'] },
    noBulkReason:
      "Change members one at a time or with an import. To move several members, open a group's menu and choose Members.",
  },
  relations: { scope: 'storeId', disambiguatingFields: ['email', 'storeId'] },
})
