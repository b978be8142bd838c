import {
  image,
  immutable,
  integer,
  longText,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'

export const themeStatuses = {
  draft: 'Draft',
  published: 'Published',
  deprecated: 'Deprecated',
  archived: 'Archived',
} as const

/** Themes that stores use (screens.md, Themes). */
export const themes = defineResource({
  name: 'themes',
  title: { one: 'theme', many: 'themes' },
  permission: 'modulesRead',
  about: 'A theme gives a store its look. You can assign only published themes.',
  fields: {
    name: text('Name', { min: 2, max: 60 }),
    code: immutable(text('Code', { max: 41, pattern: patterns.code, derivedFrom: 'name' })),
    description: optional(longText('Description', { max: 500 })),
    category: optional(text('Category', { max: 40 })),
    author: optional(text('Author', { max: 80 })),
    preview: { ...optional(image('Preview image')), heading: 'Preview' },
    status: select('Status', themeStatuses, { initial: 'draft' }),
    replacementId: optional(
      reference('Replaced by', {
        name: 'themes',
        disambiguatingFields: ['status'],
        canCreate: false,
      }),
    ),
  },
  derived: {
    latestVersion: optional(text('Latest version', { max: 20 })),
    stores: integer('Stores'),
  },
  list: {
    columns: ['name', 'preview', 'latestVersion', 'status', 'stores', 'updatedAt'],
    tabs: 'status',
    search: ['name', 'code'],
  },
  form: {
    sections: [
      {
        title: 'General',
        fields: ['name', 'code', 'description', 'category', 'author', 'preview'],
      },
      { title: 'Availability', fields: ['status', 'replacementId'] },
    ],
  },
  api: {
    unique: [['name'], ['code']],
    lifecycle: { fields: ['status', 'replacementId'], freely: ['published'] },
    impact: { one: 'store', many: 'stores' },
  },
  relations: { disambiguatingFields: ['code', 'status'] },
})
