import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'

/** What a reference to an organisation knows of it. */
export const organisationReference = {
  name: 'organisations',
  path: '/stores?organisations',
  title: { one: 'organization', many: 'organizations' },
  label: 'name',
  sort: 'name',
  permission: 'storesRead',
  writes: ['create'],
} as const

/** What a reference to a store knows of it: a list that refers to stores need not load all that one of them has. */
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
