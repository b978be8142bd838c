import {
  integer,
  longText,
  optional,
  requiredWhile,
  secret,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { createEmailPattern, patterns } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'

/** Allowed ports for outgoing email. Internal hosts can use others (OUTBOUND_ALLOW). */
export const smtpPorts: readonly number[] = [25, 465, 587, 2525]
export const smtpPortsText = '25, 465, 587, or 2525'

const smtpScopes = { stores: 'Assigned stores', platform: 'Platform default' } as const

/** Connection settings of known providers, which choosing one fills in. */
const smtpPresets = {
  other: { label: 'Other', host: null, port: 587, security: 'starttls' },
  google: {
    label: 'Google Workspace',
    host: 'smtp-relay.gmail.com',
    port: 587,
    security: 'starttls',
  },
  microsoft: {
    label: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
  },
  ses: {
    label: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: 465,
    security: 'tls',
  },
  sendgrid: { label: 'SendGrid', host: 'smtp.sendgrid.net', port: 587, security: 'starttls' },
  mailgun: { label: 'Mailgun', host: 'smtp.mailgun.org', port: 465, security: 'tls' },
  postmark: { label: 'Postmark', host: 'smtp.postmarkapp.com', port: 587, security: 'starttls' },
} as const

const smtpPresetLabels = Object.fromEntries(
  Object.entries(smtpPresets).map(([name, { label }]) => [name, label]),
) as Record<keyof typeof smtpPresets, string> // Object.fromEntries keeps the names.

const smtpPresetAutofill = Object.fromEntries(
  Object.entries(smtpPresets).flatMap(([name, { host, port, security }]) =>
    host === null ? [] : [[name, { host, port, security }]],
  ),
)

/** Mail servers for outgoing email (screens.md, SMTP Settings). */
export const smtpSettings = defineResource({
  name: 'smtpSettings',
  title: { one: 'SMTP setting', many: 'SMTP settings' },
  about:
    'An SMTP setting defines a mail server for sending emails. One is the platform default, and stores can use a different one.',
  permission: 'smtpSettings',
  fields: {
    name: text('Name', { max: 80 }),
    scope: select('Scope', smtpScopes, {
      initial: 'stores',
      hint: 'The platform default sends emails to operators. Stores without their own setting use it too.',
    }),
    preset: select('Provider', smtpPresetLabels, {
      initial: 'other',
      hint: 'Fills in the host, port, and security setting.',
      autofill: smtpPresetAutofill,
    }),
    host: text('Host', {
      max: 253,
      pattern: patterns.host,
      hint: 'For example, mail.example.com.',
    }),
    port: integer('Port', {
      min: 25,
      max: 65_535,
      initial: 587,
      hint: `Usually ${smtpPortsText}.`,
    }),
    security: select(
      'Security',
      { none: 'None', starttls: 'STARTTLS', tls: 'TLS' },
      { initial: 'starttls' },
    ),
    verifyCertificate: toggle('Verify certificate'),
    auth: select('Sign-in', { none: 'None', login: 'Username and password' }, { initial: 'login' }),
    username: requiredWhile(
      optional(text('Username', { max: 200 })),
      { auth: ['login'] },
      'Enter a username.',
    ),
    password: requiredWhile(
      optional(
        secret('Password', {
          max: 500,
          destinationFields: ['host', 'port', 'security', 'verifyCertificate'],
        }),
      ),
      { auth: ['login'] },
      'Enter a password.',
    ),
    fromName: optional(text('From name', { max: 150 })),
    fromAddress: text('From address', { max: 254, pattern: createEmailPattern('From address') }),
    replyTo: optional(
      text('Reply-to address', { max: 254, pattern: createEmailPattern('Reply-to address') }),
    ),
    limitPerMinute: optional(integer('Emails per minute', { min: 1, max: 100_000 })),
    paused: toggle('Pause sending', {
      initial: false,
      hint: 'While sending is paused, emails are held until you resume.',
    }),
    pauseReason: requiredWhile(
      optional(longText('Pause reason', { max: 300 })),
      { paused: [true] },
      'Enter a reason so others know why sending is paused.',
    ),
  },
  derived: {
    ...integrationFields,
    stores: integer('Stores'),
    sent24h: { ...integer('Sent in the last 24 hours'), heading: 'Sent/failed' },
    failed24h: { ...integer('Failed in the last 24 hours'), heading: 'Failed' },
    /** Emails that are due and can't leave while it's paused or not active. */
    waiting: integer('Emails waiting'),
  },
  list: {
    columns: ['name', 'stores', 'host', 'lastTestAt', 'sent24h', 'state'],
    search: ['name', 'host', 'fromAddress'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'scope'] },
      {
        title: 'Mail server',
        fields: [
          'preset',
          'host',
          'port',
          'security',
          'verifyCertificate',
          'auth',
          'username',
          'password',
        ],
      },
      { title: 'Sender', fields: ['fromName', 'fromAddress', 'replyTo'] },
      { title: 'Sending', fields: ['limitPerMinute', 'paused', 'pauseReason'] },
    ],
  },
  api: {
    comments: true,
    unique: [['name']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Change and test one setting at a time.',
    extraColumns: integrationColumns,
  },
  relations: { disambiguatingFields: ['host', 'scope'] },
})
