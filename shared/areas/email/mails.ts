import {
  instant,
  integer,
  optional,
  personal,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Statuses of an email. `failed` ones aren't sent again automatically. */
const emailStatuses = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } as const

export const emailKinds = {
  test: 'Test',
  invitation: 'Invitation',
  password: 'New password',
  payLink: 'Payment link',
  giftCard: 'Gift card',
  memberInvitation: 'Member invitation',
  alert: 'Alert',
  maintenance: 'Maintenance',
  digest: 'Digest',
  mention: 'Mention',
  security: 'Security',
} as const

/**
 * Emails that the platform sends, which can't be changed. An email's content is sealed, and deleted
 * once it's sent.
 */
export const mails = defineResource({
  name: 'mails',
  path: '/smtpSettings?mails',
  title: { one: 'email', many: 'emails' },
  about:
    'Emails that the platform sends, such as invitations, payment links, and gift cards, appear here.',
  permission: 'smtpSettings',
  fields: {
    time: instant('Time'),
    kind: select('Type', emailKinds),
    recipient: personal(text('Recipient', { max: 254 }), 'memberId'),
    subject: text('Subject', { max: 200 }),
    storeId: optional(reference('Store', 'stores')),
    smtpSettingsId: optional(reference('SMTP setting', 'smtpSettings')),
    status: select('Status', emailStatuses),
    attempts: integer('Attempts'),
    nextTryAt: optional(instant('Next attempt')),
    endedAt: optional(instant('Finished')),
    problem: optional(text('Error', { max: 500 })),
  },
  list: {
    columns: ['time', 'storeId', 'recipient', 'kind', 'status', 'problem'],
    tabs: 'status',
    search: ['recipient', 'subject'],
    sort: '-time',
  },
  api: {
    writes: [],
    appendOnly: ['time'],
    /** The member of the store who has the recipient's address. */
    extraFields: { memberId: optional(reference('Member', 'members')) },
    noBulkReason: "Emails can't be changed. Resend a failed one from its row menu.",
  },
  relations: { label: 'recipient', scope: 'storeId' },
})
