import type { Resource } from '#shared/engine/resource.ts'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
import { resources } from '#shared/areas/index.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'
import { registerVisibility } from '../core/records/storeScope.ts'
import { storeVisibility } from './stores/visibility.ts'
import { userVisibility } from './users/visibility.ts'
import { themeVisibility } from './themes/visibility.ts'
import { alertVisibility } from './alerts/visibility.ts'
import { incidentVisibility } from './payments/incidents/visibility.ts'
import { logVisibility } from './logs/visibility.ts'
import { accountCalls } from './signIn/accountCalls.ts'
import { buildGoogleCall } from './signIn/google.ts'
import { auditCalls } from './logs/auditCalls.ts'
import { attributeModules } from './attributes/hooks.ts'
import { stickerModule } from './stickers/hooks.ts'
import { nearDuplicatesCall } from './colors/nearDuplicates.ts'
import { giftCardTemplateModule } from './giftCards/hooks.ts'
import { creditCalls } from './credits/creditCalls.ts'
import {
  creditEntryBulkHandlers,
  expireCreditEntriesJob,
} from './credits/creditEntryBulkHandlers.ts'
import { creditRequestModule } from './credits/hooks.ts'
import { creditEntryModule } from './credits/creditEntryModule.ts'
import { creditLimitModule } from './credits/approvalLimits.ts'
import { buildExportCalls } from '../core/csv/export.ts'
import { dashboardCalls } from './dashboard/dashboardCalls.ts'
import { buildFileCalls } from '../core/files/fileCalls.ts'
import type { Call } from '../core/http/call.ts'
import { buildMergeCalls, buildMergeJobs } from '../core/bulk/merge.ts'
import { buildExpirationsCall } from '../core/integrations/expirations.ts'
import type { Integration } from '../core/integrations/integration.ts'
import { buildIntegrationCalls } from '../core/integrations/integrationCalls.ts'
import { platformIntegrations } from './integrations.ts'
import { createIntegrationHooks } from '../core/integrations/integrationHooks.ts'
import { createTestJob } from '../core/integrations/testJob.ts'
import { buildImportCalls, buildImportJobs } from '../core/imports/importCalls.ts'
import { buildBulkCalls, buildBulkJobs } from '../core/bulk/bulkCalls.ts'
import { jobCalls } from '../core/jobs/jobCalls.ts'
import type { JobKind } from '../core/jobs/jobs.ts'
import { logCalls } from './logs/logCalls.ts'
import { logRetentionModule } from './logs/retention.ts'
import { emailCalls } from './email/emailCalls.ts'
import { mobileSsoCalls } from './sso/members/mobileSsoCalls.ts'
import { memberGroupCalls } from './members/memberGroupCalls.ts'
import { memberModule } from './members/memberHooks.ts'
import { memberGroupModule } from './members/memberGroupHooks.ts'
import { alertCalls } from './alerts/alertCalls.ts'
import { incidentCalls } from './payments/incidents/incidentCalls.ts'
import { incidentPaymentCalls } from './payments/incidents/incidentPayments.ts'
import { attemptBulkHandlers, paymentAttemptModule } from './payments/attemptBulkHandlers.ts'
import { attemptCalls } from './payments/attemptCalls.ts'
import { sendPaymentLinksJob } from './payments/paymentLinks.ts'
import { retryPaymentsJob } from './payments/retryJob.ts'
import { buildOpenapiCall } from '../core/openapi/openapi.ts'
import { buildPlanCalls } from '../core/bulk/planCalls.ts'
import type { Platform } from '../core/platform/platform.ts'
import { setupCalls } from './payments/setups/setupCalls.ts'
import { preferenceCalls } from '../core/views/preferenceCalls.ts'
import { buildRecordCalls } from '../core/records/recordCalls.ts'
import type { ResourceModule } from '../core/records/resourceHooks.ts'
import { getDependents } from '../core/records/uses.ts'
import { storeModules } from './stores/hooks.ts'
import { storeChecksJob } from './stores/storeChecks.ts'
import { logModule, platformLogModule } from './stores/figures/logs.ts'
import { adminSsoCalls } from './sso/adminSsoCalls.ts'
import { rotateSecretsJob } from '../keys/rotateSecretsJob.ts'
import { buildStoreListCalls, buildStoreListJobs } from './stores/lists/storeListCalls.ts'
import { storeBulkHandlers } from './stores/storeBulkHandlers.ts'
import { storeCalls } from './stores/storeCalls.ts'
import { themeCalls } from './themes/themeCalls.ts'
import { themeModule, themeBulkHandlers } from './themes/themeHooks.ts'
import { themeVersionModule } from './themes/versionHooks.ts'
import { readThemePackage } from './themes/themePackage.ts'
import { rolloutJob } from './themes/rolloutJob.ts'
import { trainingModules } from './training/hooks.ts'
import { trainingCalls } from './training/trainingCalls.ts'
import { userGroupModule, userModule } from './users/hooks.ts'
import { userGroupCalls } from './users/userGroupCalls.ts'
import { buildPermissionsCall } from './users/permissionsCall.ts'
import { userBulkHandlers } from './users/userBulkHandlers.ts'
import { userCalls } from './users/userCalls.ts'
import { buildViewCalls } from '../core/views/viewCalls.ts'

registerResources(resources)
registerVisibility({
  ...storeVisibility,
  ...userVisibility,
  ...themeVisibility,
  ...alertVisibility,
  ...incidentVisibility,
  ...logVisibility,
})

const areaModules: readonly ResourceModule[] = [
  ...storeModules,
  ...attributeModules,
  ...trainingModules,
  stickerModule,
  giftCardTemplateModule,
  logModule,
  platformLogModule,
  logRetentionModule,
  themeModule,
  themeVersionModule,
  userModule,
  userGroupModule,
  paymentAttemptModule,
  creditRequestModule,
  creditEntryModule,
  creditLimitModule,
  memberGroupModule,
  memberModule,
]

/** The bulk actions of each resource that only its area can do (shared/areas/bulkActions.ts). */
const bulkHandlersByResource: Readonly<Record<string, ResourceModule['bulkHandlers']>> = {
  creditEntries: creditEntryBulkHandlers,
  paymentAttempts: attemptBulkHandlers,
  stores: storeBulkHandlers,
  themes: themeBulkHandlers,
  users: userBulkHandlers,
}

/** The jobs of areas whose bulk actions do more than write values. */
const areaBulkJobs: readonly JobKind[] = [
  retryPaymentsJob,
  sendPaymentLinksJob,
  expireCreditEntriesJob,
]

export const createResourceModules = (
  definitions: readonly Resource[],
  integrations = platformIntegrations,
) =>
  definitions.map((resource): ResourceModule => {
    const integrationModules = integrations.map(createIntegrationHooks)
    const areaModule = [...areaModules, ...integrationModules].find(
      ({ name }) => name === resource.name,
    )
    const {
      hooks = null,
      dependents = [],
      readExtension = null,
      importHooks = null,
    } = areaModule ?? {}
    return {
      ...resource,
      hooks,
      readExtension,
      importHooks,
      bulkActions: getBulkActions(resource),
      bulkHandlers: bulkHandlersByResource[resource.name] ?? {},
      dependents: [...getDependents(resource, definitions), ...dependents],
    }
  })

/** Builds every call of the API. Includes Google sign-in only if it's configured. */
export function buildCalls(
  google: Platform['google'] = null,
  definitions: readonly Resource[] = resources,
  integrations: readonly Integration[] = platformIntegrations,
): readonly Call[] {
  const modules = createResourceModules(definitions, integrations)
  const calls = [
    ...accountCalls,
    ...preferenceCalls,
    ...buildViewCalls(definitions),
    ...creditCalls,
    ...memberGroupCalls,
    ...logCalls, // Before the record calls, which would read /logEntries/events as an entry.
    ...storeCalls, // Before the record calls, which would read /stores/available as a store.
    ...userCalls,
    ...userGroupCalls,
    ...trainingCalls,
    ...themeCalls,
    ...adminSsoCalls,
    ...emailCalls,
    ...mobileSsoCalls,
    ...integrations.flatMap(buildIntegrationCalls),
    ...setupCalls,
    buildExpirationsCall(integrations),
    ...attemptCalls,
    ...incidentCalls,
    ...incidentPaymentCalls,
    ...alertCalls,
    // Before the record calls, which would read /colors/nearDuplicates as a color.
    nearDuplicatesCall,
    ...buildMergeCalls(modules),
    ...buildImportCalls(modules),
    ...buildExportCalls(modules), // Before the record calls, which would read /sizes/export as a size.
    ...buildBulkCalls(modules, areaBulkJobs),
    ...buildStoreListCalls(modules),
    ...buildPlanCalls(modules),
    ...modules.flatMap(buildRecordCalls),
    ...auditCalls,
    ...jobCalls,
    ...buildFileCalls(definitions, { 'themeVersions.package': readThemePackage }),
    ...dashboardCalls,
    ...(google ? [buildGoogleCall(google)] : []),
  ]
  const documentedCalls = [...calls, buildPermissionsCall(calls)]
  return [...documentedCalls, buildOpenapiCall(documentedCalls)]
}

/** Builds the kinds of jobs: work that may take longer than a response. */
export const buildJobKinds = (
  definitions: readonly Resource[] = resources,
  integrations: readonly Integration[] = platformIntegrations,
): readonly JobKind[] => [
  storeChecksJob,
  rotateSecretsJob,
  rolloutJob,
  ...integrations.map(createTestJob),
  ...integrations.flatMap(({ jobs = [] }) => jobs),
  ...buildMergeJobs(createResourceModules(definitions, integrations)),
  ...buildImportJobs(createResourceModules(definitions, integrations)),
  ...buildBulkJobs(createResourceModules(definitions, integrations), areaBulkJobs),
  ...buildStoreListJobs(createResourceModules(definitions, integrations)),
]
