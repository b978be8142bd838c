import { expireCredits } from './credits/expire.ts'
import { forgetOrphans } from '../core/files/orphans.ts'
import { checkIntegrations } from '../core/integrations/check.ts'
import { endLostTests } from '../core/integrations/testJob.ts'
import { forgetLines } from '../core/imports/forgetLines.ts'
import { readDueBalances } from './giftCards/readDueBalances.ts'
import { keepCatalogues } from './giftCards/catalogue.ts'
import { keepCards } from './giftCards/sendJob.ts'
import { kickLost } from '../core/jobs/boss.ts'
import type { Chore } from '../core/jobs/chores.ts'
import { makeMonths } from '../core/jobs/months.ts'
import { forgetWhatWas } from '../core/jobs/undoJob.ts'
import { signCheckpoints } from './logs/signCheckpoints.ts'
import { dropOldLogs } from './logs/retention.ts'
import { mailQueue } from './email/mails.ts'
import { giveProgrammes } from './members/programmes.ts'
import { keepGroups } from './members/rules.ts'
import { sendInvitations } from './members/sendInvitations.ts'
import { forgetRotated } from './payments/setups/rotated.ts'
import { keepSuccess } from './payments/setups/keepSuccess.ts'
import { forgetFlows } from './sso/flows.ts'
import { keepAttention } from './alerts/keepAttention.ts'
import { keepIncidents } from './payments/incidents/keepIncidents.ts'
import { keepCharges } from './payments/charges/charges.ts'
import { checkProcessingCharges } from './payments/charges/processingCharges.ts'
import { sendAdminInvitations } from './stores/firstAdmin.ts'
import { checkDomains } from './stores/domains/checkDomains.ts'
import { keepStoreFigures } from './stores/figures/keepFigures.ts'
import { purgeStores } from './stores/purge.ts'
import { purgeExpiredData } from '../core/platform/retention.ts'
import { forgetOldKeys } from '../core/http/writes.ts'

export const housekeeping: readonly Chore[] = [
  {
    name: 'jobs',
    cron: '* * * * *',
    work: kickLost,
    failure: "Stalled jobs couldn't be restarted",
  },
  {
    name: 'domains',
    cron: '* * * * *',
    work: checkDomains,
    failure: "Store domains couldn't be checked",
    asks: true,
  },
  {
    name: 'integrations',
    cron: '* * * * *',
    work: (platform) => checkIntegrations(platform),
    failure: "Integrations couldn't be checked",
    asks: true,
  },
  {
    name: 'mails',
    cron: '* * * * *',
    work: ({ post }) => post(mailQueue),
    failure: "The email queue couldn't be started",
  },
  {
    name: 'memberInvitations',
    cron: '* * * * *',
    work: sendInvitations,
    failure: "Member invitations couldn't be sent",
  },
  {
    name: 'adminInvitations',
    cron: '* * * * *',
    work: sendAdminInvitations,
    failure: "Invitations for stores' first admins couldn't be sent",
  },
  {
    name: 'figures',
    cron: '*/5 * * * *',
    work: keepStoreFigures,
    failure: "Store figures couldn't be updated",
  },
  {
    name: 'paymentSuccess',
    cron: '4/5 * * * *',
    work: keepSuccess,
    failure: "Payment success rates couldn't be updated",
  },
  {
    name: 'rotated',
    cron: '16 * * * *',
    work: forgetRotated,
    failure: "Replaced credentials couldn't be deleted",
  },
  {
    name: 'credits',
    cron: '1/5 * * * *',
    work: expireCredits,
    failure: "Credits couldn't be expired",
  },
  {
    name: 'checkpoints',
    cron: '0 * * * *',
    work: signCheckpoints,
    failure: "Log checkpoints couldn't be signed",
  },
  {
    name: 'groups',
    cron: '3/5 * * * *',
    work: keepGroups,
    failure: "Member groups couldn't be updated",
  },
  {
    name: 'programmes',
    cron: '41 * * * *',
    work: giveProgrammes,
    failure: "Program credits couldn't be issued",
  },
  {
    name: 'charges',
    cron: '* * * * *',
    work: keepCharges,
    failure: "Order payments couldn't be retried",
    asks: true,
  },
  {
    name: 'processingCharges',
    cron: '* * * * *',
    work: (platform) => checkProcessingCharges(platform),
    failure: "Payments that are still processing couldn't be checked",
    asks: true,
  },
  {
    name: 'giftCards',
    cron: '* * * * *',
    work: keepCards,
    failure: "Waiting gift cards couldn't be ordered",
    asks: true,
  },
  {
    name: 'giftCatalogue',
    cron: '26 * * * *',
    work: keepCatalogues,
    failure: "The gift card catalog couldn't be synced",
    asks: true,
  },
  {
    name: 'giftCardBalances',
    cron: '3/15 * * * *',
    work: readDueBalances,
    failure: "Gift card balances couldn't be refreshed",
    asks: true,
  },
  {
    name: 'incidents',
    cron: '4/5 * * * *',
    work: async (platform) => {
      await keepIncidents(platform)
      await keepAttention(platform)
    },
    failure: "Incidents and alerts couldn't be updated",
  },
  {
    name: 'purge',
    cron: '2/5 * * * *',
    work: purgeStores,
    failure: "Stores due for deletion couldn't be deleted",
  },
  {
    name: 'tests',
    cron: '21 * * * *',
    work: endLostTests,
    failure: "Unfinished tests couldn't be ended",
  },
  {
    name: 'keys',
    cron: '11 * * * *',
    work: forgetOldKeys,
    failure: "Old idempotency keys couldn't be deleted",
  },
  {
    name: 'orphans',
    cron: '31 * * * *',
    work: (platform) => forgetOrphans(platform),
    failure: "Unused files couldn't be deleted",
  },
  {
    name: 'months',
    cron: '41 * * * *',
    work: makeMonths,
    failure: "Tables for the coming months couldn't be created",
  },
  {
    name: 'logs',
    cron: '21 3 * * *',
    work: dropOldLogs,
    failure: "Old logs couldn't be deleted",
  },
  {
    name: 'signOn',
    cron: '21 * * * *',
    work: forgetFlows,
    failure: "Old sign-in attempts couldn't be deleted",
  },
  {
    name: 'undo',
    cron: '51 * * * *',
    work: forgetWhatWas,
    failure: "Undo data from old jobs couldn't be deleted",
  },
  {
    name: 'imports',
    cron: '56 4 * * *',
    work: forgetLines,
    failure: "Rows from old imports couldn't be deleted",
  },
  {
    name: 'retention',
    cron: '6 4 * * *',
    work: purgeExpiredData,
    failure: "Expired jobs, emails, and events couldn't be deleted",
  },
]
