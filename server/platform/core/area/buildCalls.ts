import type { Resource } from '#shared/engine/resource.ts'
import { buildBulkCalls, buildBulkJobs } from '../bulk/bulkCalls.ts'
import { buildMergeCalls, buildMergeJobs } from '../bulk/merge.ts'
import { buildPlanCalls } from '../bulk/planCalls.ts'
import { buildExportCalls } from '../csv/export.ts'
import { buildFileCalls } from '../files/fileCalls.ts'
import type { Call } from '../http/call.ts'
import { buildImportCalls, buildImportJobs } from '../imports/importCalls.ts'
import { createActivationJobs } from '../integrations/activationBulk.ts'
import { buildExpirationsCall } from '../integrations/expirations.ts'
import type { Integration } from '../integrations/integration.ts'
import { buildIntegrationCalls } from '../integrations/integrationCalls.ts'
import type { WebhookHandlers } from '../integrations/webhookHandler.ts'
import { createTestJob } from '../integrations/testJob.ts'
import { jobCalls } from '../jobs/jobCalls.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { buildOpenapiCall } from '../openapi/openapi.ts'
import type { Platform } from '../platform/platform.ts'
import { buildRecordCalls } from '../records/recordCalls.ts'
import { preferenceCalls } from '../views/preferenceCalls.ts'
import { buildViewCalls } from '../views/viewCalls.ts'
import type { Area, AreaContext } from './area.ts'
import { createResourceModules } from './resourceModules.ts'

/** Returns the resources of these areas. */
export const getResources = (areas: readonly Area[]): Resource[] =>
  areas.flatMap(({ resources = [] }) => resources)

/** Returns the integrations of these areas. */
export const getAreaIntegrations = (areas: readonly Area[]): Integration[] =>
  areas.flatMap(({ integrations = [] }) => integrations)

/** Returns the handlers of provider events, by the provider's name in the URL. */
export const getWebhookHandlers = (areas: readonly Area[]): WebhookHandlers =>
  Object.assign(
    {},
    ...areas.map(({ webhooks }) => webhooks),
    ...getAreaIntegrations(areas).map(({ webhookHandlers }) => webhookHandlers),
  )

/** Builds every call of the API, in the order in which their paths must be tried. */
export function buildCalls(
  areas: readonly Area[],
  google: Platform['google'] = null,
): readonly Call[] {
  const context = createContext(areas, { google, getCalls: () => calls })
  const { modules, integrations } = context
  const resources = getResources(areas)
  const jobs = buildAreaJobs(areas, context)
  const documentedCalls = [
    ...areas.flatMap(({ calls: own = [] }) => (typeof own === 'function' ? own(context) : own)),
    ...preferenceCalls,
    ...jobCalls,
    ...buildViewCalls(modules),
    ...integrations.flatMap(buildIntegrationCalls),
    buildExpirationsCall(integrations),
    ...buildMergeCalls(modules),
    ...buildImportCalls(modules),
    ...buildExportCalls(modules),
    ...buildBulkCalls(
      modules,
      jobs,
      areas.flatMap(({ beforePlanStart }) => beforePlanStart ?? []),
    ),
    ...buildPlanCalls(modules),
    ...modules.flatMap(buildRecordCalls),
    ...buildFileCalls(resources, Object.assign({}, ...areas.map(({ uploads }) => uploads))),
  ]
  const calls = [...documentedCalls, buildOpenapiCall(documentedCalls)].toSorted(compareCalls)
  return calls
}

/** Builds the kinds of jobs: work that may take longer than a response. */
export function buildJobKinds(areas: readonly Area[]): readonly JobKind[] {
  const context = createContext(areas, { google: null, getCalls: () => buildCalls(areas) })
  const { modules, integrations } = context
  const areaJobs = buildAreaJobs(areas, context)
  return [
    ...areaJobs,
    ...integrations.map(createTestJob),
    ...buildMergeJobs(modules),
    ...buildImportJobs(modules),
    ...buildBulkJobs(modules, areaJobs).filter((job) => !areaJobs.includes(job)),
  ]
}

const createContext = (
  areas: readonly Area[],
  rest: Pick<AreaContext, 'google' | 'getCalls'>,
): AreaContext => ({
  modules: createResourceModules(areas),
  integrations: getAreaIntegrations(areas),
  ...rest,
})

const buildAreaJobs = (areas: readonly Area[], context: AreaContext): readonly JobKind[] => [
  ...areas.flatMap(({ jobs = [] }) => (typeof jobs === 'function' ? jobs(context) : jobs)),
  ...context.integrations.flatMap((integration) => [
    ...(integration.jobs ?? []),
    ...createActivationJobs(integration),
  ]),
]

/**
 * Sorts calls by how specific their paths are: `/colors/nearDuplicates` comes before `/colors/:id`,
 * which would read it as an ID.
 */
function compareCalls(one: Call, other: Call): number {
  const [parts, otherParts] = [one.path.split('/'), other.path.split('/')]
  const index = parts.findIndex((part, at) => isParameter(part) !== isParameter(otherParts[at]))
  return index < 0 ? 0 : Number(isParameter(parts[index])) - Number(isParameter(otherParts[index]))
}

const isParameter = (part = '') => part.startsWith(':')
