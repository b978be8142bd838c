import { text } from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'

/** What a reference to a mail setting knows of it; its definition refers to stores, which refer to it. */
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
