import { select, text } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'

/** Themes that stores wear (screens.md, Themes); the console only reads them so far. */
export const themes = defineResource({
  name: 'themes',
  title: { one: 'theme', many: 'themes' },
  about: 'A theme gives a store its look. Stores use one that is published.',
  permission: 'modulesRead',
  fields: {
    name: text('Name', { min: 2, max: 60 }),
    code: text('Code', { max: 41 }),
    status: select('Status', {
      draft: 'Draft',
      published: 'Published',
      deprecated: 'Deprecated',
      archived: 'Archived',
    }),
  },
  writes: [],
  columns: ['name', 'code', 'status'],
  search: ['name', 'code'],
  tells: ['code', 'status'],
  unique: [['name'], ['code']],
})
