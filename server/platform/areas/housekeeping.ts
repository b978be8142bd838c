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
    failure: "Lost jobs couldn't be found",
  },
  {
    name: 'domains',
    cron: '* * * * *',
    work: checkDomains,
    failure: 'Domains of stores could not be checked',
    asks: true,
  },
  {
    name: 'integrations',
    cron: '* * * * *',
    work: (platform) => checkIntegrations(platform),
    failure: 'Integrations could not be checked',
    asks: true,
  },
  {
    name: 'mails',
    cron: '* * * * *',
    work: ({ post }) => post(mailQueue),
    failure: 'Mails that are due could not be looked for',
  },
  {
    name: 'memberInvitations',
    cron: '* * * * *',
    work: sendInvitations,
    failure: "Invitations of members couldn't be sent",
  },
  {
    name: 'adminInvitations',
    cron: '* * * * *',
    work: sendAdminInvitations,
    failure: "Invitations of stores' first admins couldn't be sent",
  },
  {
    name: 'figures',
    cron: '*/5 * * * *',
    work: keepStoreFigures,
    failure: 'Figures of stores could not be kept',
  },
  {
    name: 'paymentSuccess',
    cron: '4/5 * * * *',
    work: keepSuccess,
    failure: 'The success of payments could not be kept',
  },
  {
    name: 'rotated',
    cron: '16 * * * *',
    work: forgetRotated,
    failure: 'Credentials that were replaced could not be forgotten',
  },
  {
    name: 'credits',
    cron: '1/5 * * * *',
    work: expireCredits,
    failure: 'Credits could not be expired',
  },
  {
    name: 'checkpoints',
    cron: '0 * * * *',
    work: signCheckpoints,
    failure: 'Checkpoints of the logs could not be kept',
  },
  {
    name: 'groups',
    cron: '3/5 * * * *',
    work: keepGroups,
    failure: 'Groups of members could not be kept',
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
    failure: 'Orders could not be charged again',
    asks: true,
  },
  {
    name: 'processingCharges',
    cron: '* * * * *',
    work: (platform) => checkProcessingCharges(platform),
    failure: 'Payments that providers process could not be checked',
    asks: true,
  },
  {
    name: 'giftCards',
    cron: '* * * * *',
    work: keepCards,
    failure: 'Gift cards that wait could not be ordered',
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
    failure: "Balances of gift cards couldn't be read",
    asks: true,
  },
  {
    name: 'incidents',
    cron: '4/5 * * * *',
    work: async (platform) => {
      await keepIncidents(platform)
      await keepAttention(platform)
    },
    failure: 'Incidents, and what needs attention, could not be kept',
  },
  {
    name: 'purge',
    cron: '2/5 * * * *',
    work: purgeStores,
    failure: 'Stores could not be deleted for good',
  },
  {
    name: 'tests',
    cron: '21 * * * *',
    work: endLostTests,
    failure: 'Tests that did not come to their end could not be ended',
  },
  {
    name: 'keys',
    cron: '11 * * * *',
    work: forgetOldKeys,
    failure: 'Old keys could not be forgotten',
  },
  {
    name: 'orphans',
    cron: '31 * * * *',
    work: (platform) => forgetOrphans(platform),
    failure: 'Files of nothing could not be deleted',
  },
  {
    name: 'months',
    cron: '41 * * * *',
    work: makeMonths,
    failure: 'The coming months could not be made',
  },
  {
    name: 'logs',
    cron: '21 3 * * *',
    work: dropOldLogs,
    failure: 'Old logs could not be dropped',
  },
  {
    name: 'signOn',
    cron: '21 * * * *',
    work: forgetFlows,
    failure: 'Old sign-ins could not be forgotten',
  },
  {
    name: 'undo',
    cron: '51 * * * *',
    work: forgetWhatWas,
    failure: "Undo data of old jobs couldn't be deleted",
  },
  {
    name: 'imports',
    cron: '56 4 * * *',
    work: forgetLines,
    failure: 'Lines of old imports could not be forgotten',
  },
  {
    name: 'retention',
    cron: '6 4 * * *',
    work: purgeExpiredData,
    failure: "Expired jobs, emails, and events couldn't be deleted",
  },
]
