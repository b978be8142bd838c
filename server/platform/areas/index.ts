import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { accountCalls } from './signIn/accountCalls.ts'
import { googleCall } from './signIn/google.ts'
import { auditCalls } from './logs/auditCalls.ts'
import { keptAttributes } from './attributes/keptAttributes.ts'
import { keptStickers } from './stickers/keptStickers.ts'
import { nearDuplicatesCall } from './colors/nearDuplicates.ts'
import { keptTemplates } from './giftCards/keptTemplates.ts'
import { creditCalls } from './credits/creditCalls.ts'
import { creditEntriesBulk, expireCreditEntries } from './credits/expireMany.ts'
import { keptCredits } from './credits/keptCredits.ts'
import { keptLedger } from './credits/keptLedger.ts'
import { keptLimits } from './credits/limits.ts'
import { exportCalls } from '../core/csv/export.ts'
import { dashboardCalls } from './dashboard/dashboardCalls.ts'
import { fileCalls } from '../core/files/fileCalls.ts'
import type { Call } from '../core/http/call.ts'
import { mergeCalls, mergeJobs } from '../core/bulk/merge.ts'
import { expiriesCall } from '../core/integrations/expiries.ts'
import type { Integration } from '../core/integrations/integration.ts'
import { integrationCalls } from '../core/integrations/integrationCalls.ts'
import { integrations } from './integrations.ts'
import { keptIntegration } from '../core/integrations/kept.ts'
import { testJob } from '../core/integrations/testJob.ts'
import { importCalls, importJobs } from '../core/imports/importCalls.ts'
import { bulkCalls, bulkJobs } from '../core/bulk/bulkCalls.ts'
import { jobCalls } from '../core/jobs/jobCalls.ts'
import type { JobKind } from '../core/jobs/jobs.ts'
import { logCalls } from './logs/logCalls.ts'
import { keptRetention } from './logs/retention.ts'
import { mailCalls } from './email/mailCalls.ts'
import { memberSignOnCalls } from './sso/members/memberSignOnCalls.ts'
import { memberGroupCalls } from './members/memberGroupCalls.ts'
import { keptMembers } from './members/keptMembers.ts'
import { keptGroups } from './members/keptGroups.ts'
import { attentionCalls } from './alerts/attentionCalls.ts'
import { incidentCalls } from './payments/incidents/incidentCalls.ts'
import { incidentPaymentCalls } from './payments/incidents/incidentPayments.ts'
import { attemptsBulk, keptAttempts } from './payments/attemptsBulk.ts'
import { attemptCalls } from './payments/attemptCalls.ts'
import { sendPayLinks } from './payments/payLinks.ts'
import { retryPayments } from './payments/retryJob.ts'
import { openapiCall } from '../core/openapi/openapi.ts'
import { planCalls } from '../core/bulk/planCalls.ts'
import type { Platform } from '../core/platform/platform.ts'
import { setupCalls } from './payments/setups/setupCalls.ts'
import { preferenceCalls } from '../core/views/preferenceCalls.ts'
import { recordCalls } from '../core/records/recordCalls.ts'
import type { Kept } from '../core/records/settled.ts'
import { dependentsOf } from '../core/records/uses.ts'
import { keptOfStores } from './stores/consequences.ts'
import { storeChecks } from './stores/storeChecks.ts'
import { keptLogs, keptPlatformLogs } from './stores/figures/logs.ts'
import { signOnCalls } from './sso/signOnCalls.ts'
import { secretRotation } from '../keys/rotate.ts'
import { storeListCalls, storeListJobs } from './stores/lists/storeListCalls.ts'
import { storesBulk } from './stores/storesBulk.ts'
import { storeCalls } from './stores/storeCalls.ts'
import { themeCalls } from './themes/themeCalls.ts'
import { keptThemes, themesBulk } from './themes/keptThemes.ts'
import { keptVersions } from './themes/keptVersions.ts'
import { lookIntoPackage } from './themes/package.ts'
import { rolloutJob } from './themes/rolloutJob.ts'
import { keptTraining } from './training/keptTraining.ts'
import { trainingCalls } from './training/trainingCalls.ts'
import { keptUserGroups, keptUsers } from './users/guards.ts'
import { groupCalls } from './users/groupCalls.ts'
import { permissionsCall } from './users/permissionsCall.ts'
import { usersBulk } from './users/usersBulk.ts'
import { userCalls } from './users/userCalls.ts'
import { viewCalls } from '../core/views/viewCalls.ts'

const ofAreas: readonly Kept[] = [
  ...keptOfStores,
  ...keptAttributes,
  ...keptTraining,
  keptStickers,
  keptTemplates,
  keptLogs,
  keptPlatformLogs,
  keptRetention,
  keptThemes,
  keptVersions,
  keptUsers,
  keptUserGroups,
  keptAttempts,
  keptCredits,
  keptLedger,
  keptLimits,
  keptGroups,
  keptMembers,
]

/** How areas do what can be done to many of their records at once (shared/areas/bulkActions.ts). */
const bulkOf: Readonly<Record<string, Kept['bulk']>> = {
  creditEntries: creditEntriesBulk,
  paymentAttempts: attemptsBulk,
  stores: storesBulk,
  themes: themesBulk,
  users: usersBulk,
}

/** The jobs of areas that do more to many records than write values. */
const ownBulkJobs: readonly JobKind[] = [retryPayments, sendPayLinks, expireCreditEntries]

export const keptOf = (definitions: readonly Resource[], known = integrations) =>
  definitions.map((resource): Kept => {
    const ofIntegrations = known.map(keptIntegration)
    const own = [...ofAreas, ...ofIntegrations].find(({ name }) => name === resource.name)
    const { consequence = null, dependents = [], listing = null, importing = null } = own ?? {}
    return {
      ...resource,
      consequence,
      listing,
      importing,
      bulk: bulkOf[resource.name] ?? {},
      dependents: [...dependentsOf(resource, definitions), ...dependents],
    }
  })

/** Every call of the API; sign-in with Google only where it is configured. */
export function callsOf(
  google: Platform['google'] = null,
  definitions: readonly Resource[] = resources,
  known: readonly Integration[] = integrations,
): readonly Call[] {
  const kept = keptOf(definitions, known)
  const described = [
    ...accountCalls,
    ...preferenceCalls,
    ...viewCalls(definitions),
    ...creditCalls,
    ...memberGroupCalls,
    ...logCalls, // Before those of records, which take /logEntries/events for an entry.
    ...storeCalls, // Before those of records, which take /stores/available for a store.
    ...userCalls,
    ...groupCalls,
    ...trainingCalls,
    ...themeCalls,
    ...signOnCalls,
    ...mailCalls,
    ...memberSignOnCalls,
    ...known.flatMap(integrationCalls),
    ...setupCalls,
    expiriesCall(known),
    ...attemptCalls,
    ...incidentCalls,
    ...incidentPaymentCalls,
    ...attentionCalls,
    nearDuplicatesCall, // Before those of records, which take /colors/nearDuplicates for a color.
    ...mergeCalls(kept),
    ...importCalls(kept),
    ...exportCalls(kept), // Before those of records, which take /sizes/export for a size.
    ...bulkCalls(kept, ownBulkJobs),
    ...storeListCalls(kept),
    ...planCalls(kept),
    ...kept.flatMap(recordCalls),
    ...auditCalls,
    ...jobCalls,
    ...fileCalls(definitions, { 'themeVersions.package': lookIntoPackage }),
    ...dashboardCalls,
    ...(google ? [googleCall(google)] : []),
  ]
  const guarded = [...described, permissionsCall(described)]
  return [...guarded, openapiCall(guarded)]
}

/** What may be worked on for longer than an answer takes. */
export const jobKindsOf = (
  definitions: readonly Resource[] = resources,
  known: readonly Integration[] = integrations,
): readonly JobKind[] => [
  storeChecks,
  secretRotation,
  rolloutJob,
  ...known.map(testJob),
  ...known.flatMap(({ jobs = [] }) => jobs),
  ...mergeJobs(keptOf(definitions, known)),
  ...importJobs(keptOf(definitions, known)),
  ...bulkJobs(keptOf(definitions, known), ownBulkJobs),
  ...storeListJobs(keptOf(definitions, known)),
]
