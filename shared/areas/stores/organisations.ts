import { integer, longText, optional, select, text } from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { countries } from '#shared/format/regions.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** The companies that stores belong to (screens.md, All Stores). */
export const organisations = defineResource({
  name: 'organisations',
  path: '/stores?organisations',
  title: { one: 'organization', many: 'organizations' },
  about: 'Organizations are the companies that have stores on this platform.',
  permission: 'storesRead',
  fields: {
    name: text('Name', { min: 2, max: 80 }),
    country: optional(select('Country', countries)),
    contactEmail: optional(
      text('Contact email', { max: 120, pattern: createEmailPattern('Contact email') }),
    ),
    notes: optional(longText('Notes', { max: 2000 })),
  },
  derived: { stores: integer('Stores') },
  list: { columns: ['name', 'country', 'contactEmail', 'stores'], search: ['name'] },
  api: { unique: [['name']] },
  relations: { disambiguatingFields: ['country', 'contactEmail'] },
})
