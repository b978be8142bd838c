import { text } from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'

/**
 * The fields of an SMTP setting that references use. Separate from its definition, because stores
 * and SMTP settings refer to each other.
 */
export const mailReference = {
  name: 'smtpSettings',
  path: '/smtpSettings',
  title: { one: 'SMTP setting', many: 'SMTP settings' },
  fields: {
    host: text('Host', {
      max: 253,
      pattern: patterns.host,
      hint: 'For example, mail.example.com.',
    }),
  },
  disambiguatingFields: ['host'],
  label: 'name',
  sort: 'name',
  permission: 'smtpSettings',
  writes: ['create'],
} as const
