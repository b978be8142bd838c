import {
  fixed,
  image,
  integer,
  longText,
  optional,
  reference,
  select,
  text,
} from '../engine/fields.ts'
import { patterns } from '../engine/patterns.ts'
import { defineResource } from '../engine/resource.ts'

const status = select(
  'Status',
  {
    draft: 'Draft',
    published: 'Published',
    deprecated: 'Deprecated',
    archived: 'Archived',
  },
  { initial: 'draft' },
)

/** What a reference of a theme to another one knows of that. */
const itself = {
  name: 'themes',
  title: { one: 'theme', many: 'themes' },
  label: 'name',
  sort: 'name',
} as const

/** Themes that stores wear (screens.md, Themes). */
export const themes = defineResource({
  ...itself,
  about: 'A theme gives a store its look. Stores use one that is published.',
  permission: 'modulesRead',
  fields: {
    name: text('Name', { min: 2, max: 60 }),
    code: fixed(text('Code', { max: 41, pattern: patterns.code, from: 'name' })),
    description: optional(longText('Description', { max: 500 })),
    category: optional(text('Category', { max: 40 })),
    author: optional(text('Author', { max: 80 })),
    preview: optional(image('Preview')),
    status,
    replacementId: optional(
      reference('Replaced by', { ...itself, fields: { status }, tells: ['status'] }),
    ),
  },
  derived: {
    latestVersion: optional(text('Latest version', { max: 20 })),
    stores: integer('Stores'),
  },
  sections: [
    { title: 'Identity', fields: ['name', 'code', 'description', 'category', 'author', 'preview'] },
    { title: 'Use', fields: ['status', 'replacementId'] },
  ],
  tabs: 'status',
  columns: ['name', 'preview', 'latestVersion', 'status', 'stores', 'updatedAt'],
  search: ['name', 'code'],
  tells: ['code', 'status'],
  unique: [['name'], ['code']],
})
