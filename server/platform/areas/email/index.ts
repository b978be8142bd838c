import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { deliverDueEmails } from './deliverDueEmails.ts'
import { emailCalls } from './emailCalls.ts'
import { emailQueue } from './emailQueue.ts'
import { smtpIntegration } from './smtpIntegration.ts'
import { insertEmailTexts } from './seed/emailTexts.ts'
import { insertSmtpSettings } from './seed/smtpSettings.ts'

export const emailArea = defineArea({
  name: 'email',
  resources: [smtpSettings, mails],
  integrations: [smtpIntegration],
  calls: emailCalls,
  queues: [{ name: emailQueue, work: deliverDueEmails }],
  chores: [
    {
      name: 'sendQueuedEmails',
      cron: '* * * * *',
      run: ({ wakeQueue }) => wakeQueue(emailQueue),
      failure: "The email queue couldn't be started",
    },
  ],
  // An email can contain a link that sets a password.
  sealedColumns: [{ table: mails.name, column: 'content', sealed: 'contentSealed' }],
  seed: { beforeStores: insertSmtpSettings, afterStores: insertEmailTexts },
})

// What other areas use.
export {
  enqueueAccountLinkEmails,
  enqueueSecurityEmail,
  hasDefaultSmtpSetting,
} from './accountLinkEmails.ts'
export { emailQueue, enqueueEmail, memberEmailKinds, openSavedText } from './emailQueue.ts'
export { replaceNamesInUnsentEmails } from './replaceNamesInUnsentEmails.ts'
export { formatPaymentLinkEmail } from './messages.ts'
export { refreshStoreEmail } from './refreshStoreEmail.ts'

// What the demo data is made from.
export { refreshSmtpStats } from './hooks.ts'
export { generateEmails } from './seed/emails.ts'
