import { optional, reference, text, toggle } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { memberGroups } from './memberGroups.ts'
import { storeReference } from '../stores/storeReference.ts'

/** The members of all stores (spec.md section 3); the console only reads them. */
export const members = defineResource({
  name: 'members',
  title: { one: 'member', many: 'members' },
  about: 'Members order from the stores they belong to.',
  noBulk: 'Members are kept by their stores: the console only reads them.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    email: text('E-mail', { max: 120 }),
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
