import {
  instant,
  optional,
  references,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { accountKinds, accountStatuses } from './accountStates.ts'
import { secondFactorKinds } from './messages.ts'

/** Accounts of operators and store admins (screens.md, Users). New ones are invited. */
export const users = defineResource({
  name: 'users',
  title: { one: 'user', many: 'users' },
  about: 'Users are the accounts that can sign in. Invite users by email.',
  permission: 'users',
  fields: {
    firstName: text('First name', { max: 60 }),
    lastName: text('Last name', { max: 60 }),
    email: text('Email', {
      max: 120,
      pattern: { ...createEmailPattern('Email'), lowercase: true },
    }),
    jobTitle: optional(text('Job title', { max: 80 })),
    groupIds: references('Groups', 'userGroups', {
      hint: 'Groups determine what a user can do.',
    }),
    allStores: {
      ...toggle('All stores', {
        initial: false,
        hint: 'Gives access to all stores, including those created later.',
      }),
      heading: 'Stores',
    },
    storeIds: references('Specific stores', 'stores'),
  },
  derived: {
    name: text('Name', { max: 121 }),
    status: select('Status', accountStatuses),
    statusReason: optional(text('Reason', { max: 500 })),
    kind: select('Type', accountKinds),
    lastSignIn: optional(instant('Last sign-in')),
    secondFactor: select('Second factor', secondFactorKinds),
  },
  list: {
    columns: ['name', 'email', 'status', 'groupIds', 'lastSignIn'],
    filters: [
      'name',
      'email',
      'jobTitle',
      'groupIds',
      'allStores',
      'storeIds',
      'status',
      'kind',
      'lastSignIn',
      'secondFactor',
      'createdAt',
    ],
    tabs: 'status',
    search: ['firstName', 'lastName', 'email', 'jobTitle'],
    sort: 'name',
  },
  form: {
    sections: [{ fields: ['storeIds'], visibleWhen: { field: 'allStores', values: ['false'] } }],
  },
  api: {
    stepUp: ['groupIds', 'allStores', 'storeIds'],
    writes: ['change'],
    unique: [['email']],
    import: { key: ['email'] },
  },
  relations: { disambiguatingFields: ['email'] },
})
