import { immutable, select, text } from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'

export const themeStatuses = {
  draft: 'Draft',
  published: 'Published',
  deprecated: 'Deprecated',
  archived: 'Archived',
} as const

/**
 * The fields of a theme that references use, so that they needn't load the whole theme definition.
 */
export const themeReference = {
  name: 'themes',
  path: '/themes',
  title: { one: 'theme', many: 'themes' },
  fields: {
    code: immutable(text('Code', { max: 41, pattern: patterns.code, derivedFrom: 'name' })),
    status: select('Status', themeStatuses, { initial: 'draft' }),
  },
  disambiguatingFields: ['code', 'status'],
  label: 'name',
  sort: 'name',
  permission: 'modulesRead',
  writes: ['create'],
} as const
