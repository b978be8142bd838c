import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'

/** The fields of an organization that references use. */
export const organisationReference = {
  name: 'organisations',
  path: '/stores?organisations',
  title: { one: 'organization', many: 'organizations' },
  label: 'name',
  sort: 'name',
  permission: 'storesRead',
  writes: ['create'],
} as const

/**
 * The fields of a store that references use, so that a list with store references needn't load the
 * whole store definition.
 */
export const storeReference = {
  name: 'stores',
  path: '/stores',
  title: { one: 'store', many: 'stores' },
  fields: {
    code: text('Code', {
      max: 41,
      pattern: patterns.code,
      derivedFrom: 'name',
      hint: 'Must be unique. Use lowercase letters, digits, and hyphens.',
    }),
    organisationId: optional(reference('Organization', organisationReference)),
  },
  disambiguatingFields: ['code', 'organisationId'],
  ownPages: true,
  label: 'name',
  sort: 'name',
  permission: 'storesRead',
  writes: ['create'],
} as const
