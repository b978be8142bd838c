import { instant, optional, references, select, text, toggle } from '../engine/fields/fields.ts'
import { emailPattern } from '../engine/fields/patterns.ts'
import { defineResource } from '../engine/resource.ts'
import { accountKinds, accountStatuses } from '../users/accountStates.ts'
import { storeReference } from '../stores/storeReference.ts'
import { userGroups } from './userGroups.ts'

/** Accounts: operators of this console, and admins of stores (screens.md, Users). New ones are invited. */
export const users = defineResource({
  name: 'users',
  title: { one: 'user', many: 'users' },
  about: 'Users are the accounts that may sign in. Invite somebody by e-mail address.',
  permission: 'users',
  fields: {
    firstName: text('First name', { max: 60 }),
    lastName: text('Last name', { max: 60 }),
    email: text('E-mail', { max: 120, pattern: { ...emailPattern('E-mail'), smallLetters: true } }),
    jobTitle: optional(text('Job title', { max: 80 })),
    groupIds: references('Groups', userGroups, { hint: 'What they may do.' }),
    allStores: {
      ...toggle('All stores', { initial: false, hint: 'Otherwise only those you choose.' }),
      head: 'Stores',
    },
    storeIds: references('Chosen stores', storeReference),
  },
  sections: [{ fields: ['storeIds'], only: { field: 'allStores', values: ['false'] } }],
  derived: {
    name: text('Name', { max: 121 }),
    status: select('Status', accountStatuses),
    statusReason: optional(text('Reason', { max: 500 })),
    kind: select('Kind', accountKinds),
    lastSignIn: optional(instant('Last sign-in')),
  },
  writes: ['change'],
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
    'createdAt',
  ],
  search: ['firstName', 'lastName', 'email', 'jobTitle'],
  tells: ['email'],
  unique: [['email']],
  imports: { key: ['email'] },
  tabs: 'status',
  sort: 'name',
})
