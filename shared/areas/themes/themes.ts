import {
  image,
  integer,
  longText,
  optional,
  reference,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { storeReference } from '../stores/storeReference.ts'
import { themeReference } from './themeReference.ts'

const { name, title, fields, disambiguatingFields: tells, label, sort, permission } = themeReference

/** Themes that stores use (screens.md, Themes). */
export const themes = defineResource({
  name,
  title,
  label,
  sort,
  permission,
  about: 'A theme gives a store its look. You can assign only published themes.',
  fields: {
    name: text('Name', { min: 2, max: 60 }),
    code: fields.code,
    description: optional(longText('Description', { max: 500 })),
    category: optional(text('Category', { max: 40 })),
    author: optional(text('Author', { max: 80 })),
    preview: optional(image('Preview')),
    status: fields.status,
    replacementId: optional(
      reference('Replaced by', { ...themeReference, disambiguatingFields: ['status'], writes: [] }),
    ),
  },
  derived: {
    latestVersion: optional(text('Latest version', { max: 20 })),
    stores: integer('Stores'),
  },
  sections: [
    { title: 'Identity', fields: ['name', 'code', 'description', 'category', 'author', 'preview'] },
    { title: 'Availability', fields: ['status', 'replacementId'] },
  ],
  tabs: 'status',
  lifecycle: { field: 'status', with: ['replacementId'], freely: ['published'] },
  columns: ['name', 'preview', 'latestVersion', 'status', 'stores', 'updatedAt'],
  search: ['name', 'code'],
  disambiguatingFields: tells,
  unique: [['name'], ['code']],
  impact: storeReference.title,
})
