import { integer, longText, optional, reference, select, text, toggle } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { stores } from './stores.ts'

/** Groups of the members of a store (screens.md, Member Groups); the console only reads them so far. */
export const memberGroups = defineResource({
  name: 'memberGroups',
  path: '/members/groups',
  title: { one: 'member group', many: 'member groups' },
  about: 'Groups part the members of a store: who sees what, who may spend how much.',
  permission: 'dashboardRead',
  fields: {
    name: text('Name', { max: 80 }),
    storeId: reference('Store', stores),
    description: optional(longText('Description', { max: 500 })),
    type: select('Type', { manual: 'Manual', rule: 'By rule' }, { initial: 'manual' }),
    priority: integer('Priority', { min: 1, max: 1000 }),
    isDefault: toggle('Default for new members', { initial: false }),
  },
  derived: { members: integer('Members') },
  scope: 'storeId',
  writes: [],
  columns: ['name', 'storeId', 'type', 'members', 'isDefault'],
  search: ['name'],
  tells: ['storeId', 'type'],
  unique: [['storeId', 'name']],
})
