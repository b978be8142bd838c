import { resources } from '#shared/areas/index.ts'
import { platformIntegrations } from './integrations.ts'
import { expireCredits } from './credits/expireCredits.ts'
import { purgeOrphanFiles } from '../core/files/orphans.ts'
import { checkIntegrations } from '../core/integrations/checkIntegrations.ts'
import { closeLostTests } from '../core/integrations/testJob.ts'
import { purgeImportLines } from '../core/imports/purgeImportLines.ts'
import { refreshDueBalances } from './giftCards/refreshDueBalances.ts'
import { syncGiftCardCatalogs } from './giftCards/catalog.ts'
import { orderQueuedCards } from './giftCards/sendJob.ts'
import { requeueLostJobs } from '../core/jobs/jobQueue.ts'
import type { Chore } from '../core/jobs/chores.ts'
import { createMonthPartitions } from '../core/jobs/monthPartitions.ts'
import { purgeUndoData } from '../core/jobs/undoJob.ts'
import { signCheckpoints } from './logs/signCheckpoints.ts'
import { dropOldLogs } from './logs/retention.ts'
import { emailQueue } from './email/emailQueue.ts'
import { issueProgramCredits } from './members/issueProgramCredits.ts'
import { applyAllGroupRules } from './members/groupRules.ts'
import { sendMemberInvitations } from './members/sendMemberInvitations.ts'
import { purgeRetiredCredentials } from './payments/setups/signers.ts'
import { refreshSuccessRates } from './payments/setups/refreshSuccessRates.ts'
import { purgePendingSignIns } from './sso/pendingSignIns.ts'
import { refreshAlerts } from './alerts/refreshAlerts.ts'
import { detectIncidents } from './payments/incidents/detectIncidents.ts'
import { retryPendingCharges } from './payments/charges/pendingCharges.ts'
import { checkProcessingCharges } from './payments/charges/processingCharges.ts'
import { sendAdminInvitations } from './stores/firstAdmin.ts'
import { checkDomains } from './stores/domains/checkDomains.ts'
import { refreshStoreStats } from './stores/figures/refreshStoreStats.ts'
import { purgeStores } from './stores/purgeStores.ts'
import { purgeExpiredData } from '../core/platform/retention.ts'
import { purgeIdempotencyKeys } from '../core/http/performWrite.ts'

/**
 * All scheduled work. `4/5` in `cron` means every five minutes from minute 4 on, so that chores don't
 * all start at the same time. Each runs in one process at a time.
 */
export const chores: readonly Chore[] = [
  {
    name: 'jobs',
    cron: '* * * * *',
    run: requeueLostJobs,
    failure: "Stalled jobs couldn't be restarted",
  },
  {
    name: 'domains',
    cron: '* * * * *',
    run: checkDomains,
    failure: "Store domains couldn't be checked",
    external: true,
  },
  {
    name: 'integrations',
    cron: '* * * * *',
    run: (platform) => checkIntegrations(platform, platformIntegrations),
    failure: "Integrations couldn't be checked",
    external: true,
  },
  {
    name: 'mails',
    cron: '* * * * *',
    run: ({ wakeQueue }) => wakeQueue(emailQueue),
    failure: "The email queue couldn't be started",
  },
  {
    name: 'memberInvitations',
    cron: '* * * * *',
    run: sendMemberInvitations,
    failure: "Member invitations couldn't be sent",
  },
  {
    name: 'adminInvitations',
    cron: '* * * * *',
    run: sendAdminInvitations,
    failure: "Invitations for stores' first admins couldn't be sent",
  },
  {
    name: 'figures',
    cron: '*/5 * * * *',
    run: refreshStoreStats,
    failure: "Store figures couldn't be updated",
  },
  {
    name: 'paymentSuccess',
    cron: '4/5 * * * *',
    run: refreshSuccessRates,
    failure: "Payment success rates couldn't be updated",
  },
  {
    name: 'rotated',
    cron: '16 * * * *',
    run: purgeRetiredCredentials,
    failure: "Replaced credentials couldn't be deleted",
  },
  {
    name: 'credits',
    cron: '1/5 * * * *',
    run: expireCredits,
    failure: "Credits couldn't be expired",
  },
  {
    name: 'checkpoints',
    cron: '0 * * * *',
    run: signCheckpoints,
    failure: "Log checkpoints couldn't be signed",
  },
  {
    name: 'groups',
    cron: '3/5 * * * *',
    run: applyAllGroupRules,
    failure: "Member groups couldn't be updated",
  },
  {
    name: 'programmes',
    cron: '41 * * * *',
    run: issueProgramCredits,
    failure: "Program credits couldn't be issued",
  },
  {
    name: 'charges',
    cron: '* * * * *',
    run: retryPendingCharges,
    failure: "Order payments couldn't be retried",
    external: true,
  },
  {
    name: 'processingCharges',
    cron: '* * * * *',
    run: (platform) => checkProcessingCharges(platform),
    failure: "Payments that are still processing couldn't be checked",
    external: true,
  },
  {
    name: 'giftCards',
    cron: '* * * * *',
    run: orderQueuedCards,
    failure: "Queued gift cards couldn't be ordered",
    external: true,
  },
  {
    name: 'giftCatalogue',
    cron: '26 * * * *',
    run: syncGiftCardCatalogs,
    failure: "The gift card catalog couldn't be synced",
    external: true,
  },
  {
    name: 'giftCardBalances',
    cron: '3/15 * * * *',
    run: refreshDueBalances,
    failure: "Gift card balances couldn't be refreshed",
    external: true,
  },
  {
    name: 'incidents',
    cron: '4/5 * * * *',
    run: async (platform) => {
      await detectIncidents(platform)
      await refreshAlerts(platform)
    },
    failure: "Incidents and alerts couldn't be updated",
  },
  {
    name: 'purge',
    cron: '2/5 * * * *',
    run: purgeStores,
    failure: "Stores due for deletion couldn't be deleted",
  },
  {
    name: 'tests',
    cron: '21 * * * *',
    run: closeLostTests,
    failure: "Unfinished tests couldn't be ended",
  },
  {
    name: 'keys',
    cron: '11 * * * *',
    run: purgeIdempotencyKeys,
    failure: "Old idempotency keys couldn't be deleted",
  },
  {
    name: 'orphans',
    cron: '31 * * * *',
    run: (platform) => purgeOrphanFiles(platform, resources),
    failure: "Unused files couldn't be deleted",
  },
  {
    name: 'months',
    cron: '41 * * * *',
    run: createMonthPartitions,
    failure: "Tables for the coming months couldn't be created",
  },
  {
    name: 'logs',
    cron: '21 3 * * *',
    run: dropOldLogs,
    failure: "Old logs couldn't be deleted",
  },
  {
    name: 'signOn',
    cron: '21 * * * *',
    run: purgePendingSignIns,
    failure: "Old sign-in attempts couldn't be deleted",
  },
  {
    name: 'undo',
    cron: '51 * * * *',
    run: purgeUndoData,
    failure: "Undo data from old jobs couldn't be deleted",
  },
  {
    name: 'imports',
    cron: '56 4 * * *',
    run: purgeImportLines,
    failure: "Rows from old imports couldn't be deleted",
  },
  {
    name: 'retention',
    cron: '6 4 * * *',
    run: purgeExpiredData,
    failure: "Expired jobs, emails, and events couldn't be deleted",
  },
]
