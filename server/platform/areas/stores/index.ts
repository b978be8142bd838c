import { storeBulkActions } from '#shared/areas/stores/bulkActions.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { findDeletionDeadlines } from './deletionDeadlines.ts'
import { buildAssignToStoresCall } from './assignCall.ts'
import { smtpAssignment, themeAssignment } from './assignments.ts'
import {
  checkCertificates,
  findCertificateAlerts,
  findCertificateDeadlines,
} from './domains/certificates.ts'
import { recheckStoreDomains } from './domains/recheckStoreDomains.ts'
import { applyStoresHost } from './domains/storesHost.ts'
import { refreshMarkedStores, refreshStoreStats } from './figures/refreshStoreStats.ts'
import { invitePlannedFirstAdmins } from './firstAdmin.ts'
import { storeDefaultsHooks, storeHooks } from './hooks.ts'
import { buildStoreListCalls, buildStoreListJobs } from './lists/storeListCalls.ts'
import { purgeStores } from './purgeStores.ts'
import { recomputeStoreStats } from './recomputeStoreStats.ts'
import { storeBulkHandlers } from './storeBulkHandlers.ts'
import { storeCalls } from './storeCalls.ts'
import { storeChecksJob } from './storeChecks.ts'
import { undoStoreCreation } from './undoStoreCreation.ts'
import { storeVisibility } from './visibility.ts'

export const storesArea = defineArea({
  name: 'stores',
  resources: [stores, organisations, storeDefaults],
  hooks: { stores: storeHooks, storeDefaults: storeDefaultsHooks },
  imports: { stores: { undoCreate: undoStoreCreation } },
  calls: ({ modules }) => [
    ...storeCalls,
    buildAssignToStoresCall(smtpAssignment),
    buildAssignToStoresCall(themeAssignment),
    ...buildStoreListCalls(modules),
  ],
  jobs: ({ modules }) => [storeChecksJob, ...buildStoreListJobs(modules)],
  bulkActions: { stores: { actions: storeBulkActions, handlers: storeBulkHandlers } },
  chores: [
    {
      name: 'domains',
      cron: '* * * * *',
      run: recheckStoreDomains,
      failure: "Store domains couldn't be checked",
      external: true,
    },
    {
      name: 'certificates',
      cron: '27 * * * *',
      run: checkCertificates,
      failure: "Certificates of store domains couldn't be checked",
      external: true,
    },
    {
      name: 'adminInvitations',
      cron: '* * * * *',
      run: invitePlannedFirstAdmins,
      failure: "Invitations for stores' first admins couldn't be sent",
    },
    {
      name: 'refreshStoreStats',
      cron: '*/5 * * * *',
      run: refreshStoreStats,
      failure: "Store figures couldn't be updated",
    },
    {
      name: 'deletedStores',
      cron: '2/5 * * * *',
      run: purgeStores,
      failure: "Stores due for deletion couldn't be deleted",
    },
  ],
  alerts: { expiry: findCertificateAlerts },
  deadlines: async (trx) => [
    ...(await findDeletionDeadlines(trx)),
    ...(await findCertificateDeadlines(trx)),
  ],
  visibility: storeVisibility,
  beforeCommit: recomputeStoreStats,
  async onStart(platform) {
    await applyStoresHost(platform)
    await refreshMarkedStores(platform.db, platform.now())
  },
})

// What other areas use.
export { checkDnsRecords } from './domains/domainRecords.ts'
export { loadDaySums, seriesFigures } from './figures/daySums.ts'
export { dayFigures } from './figures/storeDays.ts'
export type { DayFigures } from './figures/storeDays.ts'
export { sumExpiringCreditsByUnit } from './figures/expiringCredits.ts'
export {
  dailyMetricSchema,
  dayRangeSchema,
  metricComparisonSchema,
} from './figures/figureSchemas.ts'
export { recomputeStoreStats } from './recomputeStoreStats.ts'

// What the demo data is made from.
export { refreshStoresAndCounts } from './figures/refreshStores.ts'
export { createOrganization } from './seed/organizations.ts'
export { createStoreRow } from './seed/storeRow.ts'
