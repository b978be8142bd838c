import {
  instant,
  integer,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { mailReference } from './mailReference.ts'
import { storeReference } from '../stores/storeReference.ts'

/** What becomes of a mail: `failed` ones are sent no more by themselves (the list of dead letters). */
export const emailStatuses = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } as const

export const emailKinds = {
  test: 'Test',
  invitation: 'Invitation',
  password: 'New password',
  payLink: 'Payment link',
  giftCard: 'Gift card',
  memberInvitation: 'Member invitation',
} as const

/** What the platform sends, and what became of it; nobody changes it. What a mail says is sealed, and forgotten once it was sent. */
export const mails = defineResource({
  name: 'mails',
  path: '/smtpSettings?mails',
  title: { one: 'email', many: 'emails' },
  about:
    'Emails that the platform sends, such as invitations, payment links, and gift cards, appear here.',
  noBulkReason: "Emails can't be changed. Resend a failed one from its row menu.",
  permission: 'smtpSettings',
  fields: {
    time: instant('Time'),
    kind: select('Kind', emailKinds),
    recipient: text('Recipient', { max: 254 }),
    subject: text('Subject', { max: 200 }),
    storeId: optional(reference('Store', storeReference)),
    smtpSettingsId: optional(reference('SMTP setting', mailReference)),
    status: select('Status', emailStatuses),
    attempts: integer('Attempts'),
    nextTryAt: optional(instant('Next attempt')),
    endedAt: optional(instant('Finished')),
    problem: optional(text('Error', { max: 500 })),
  },
  scope: 'storeId',
  writes: [],
  appendOnly: ['time'],
  columns: ['time', 'storeId', 'recipient', 'kind', 'status', 'problem'],
  search: ['recipient', 'subject'],
  sort: '-time',
  tabs: 'status',
  label: 'recipient',
})
