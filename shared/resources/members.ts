import { emailPattern } from '../engine/fields/patterns.ts'
import { optional, reference, text, toggle } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { memberGroups } from './memberGroups.ts'
import { storeReference } from '../stores/storeReference.ts'

/** The members of all stores (spec.md section 3); the console puts them into groups, and only reads them else. */
export const members = defineResource({
  name: 'members',
  title: { one: 'member', many: 'members' },
  about: 'Members order from the stores they belong to.',
  noBulk: 'Kept by their stores. Their group is changed in Member groups: Members, in its menu.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    email: text('E-mail', { max: 120, pattern: { ...emailPattern('E-mail'), smallLetters: true } }),
    storeId: optional(reference('Store', storeReference)),
    groupId: optional(reference('Group', memberGroups)),
    active: toggle('Active'),
  },
  scope: 'storeId',
  writes: [],
  columns: ['name', 'email', 'storeId', 'groupId', 'active'],
  search: ['name', 'email'],
  large: true,
  tells: ['email', 'storeId'],
  unique: [['storeId', 'email']],
  /** Who is in which group; members themselves come from their stores. */
  imports: { key: ['storeId', 'email'], fields: ['storeId', 'email', 'groupId'], only: 'change' },
})
