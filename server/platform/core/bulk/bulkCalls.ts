import { formatBulkTitle, formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import { requireRecentFactor } from '../auth/requireRecentFactor.ts'
import { guardWrites } from '../records/guardedWrites.ts'
import type { CallResult, Call, RequestContext } from '../http/call.ts'
import { badRequest, notFound, invalidState } from '../platform/httpError.ts'
import { startJob } from '../jobs/jobs.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { arraySchema, stringSchema, integerSchema } from '../http/schema.ts'
import { nameSchema, objectSchema, planReferenceSchema, startedJobSchema } from '../http/schema.ts'
import { markPlanStarted, loadPlanJobRows } from './planRows.ts'
import { RecordId } from '../records/recordId.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { bulkPlanSchema } from './bulkPlanSchema.ts'
import { createDeleteJob } from './deleteJob.ts'
import { requireAction, planBulk, getBulkHandler } from './planBulk.ts'
import { createUpdateJob } from './updateJob.ts'
import type { BatchInput } from './updateJob.ts'
import { bulkMessages } from './messages.ts'

/**
 * Returns the resources whose lists have bulk actions. The others state why not in their
 * definition.
 */
const filterBulkResources = (all: readonly ResourceModule[]) =>
  all.filter(({ bulkActions = [] }) => bulkActions.some(({ onlyScheduled }) => !onlyScheduled))

function getJobKind(resource: ResourceModule, name: string, areaJobs: readonly JobKind[]): JobKind {
  if (name === 'delete') return createDeleteJob(resource)
  const areaJob = areaJobs.find((kind) => kind.name === `${resource.name}.${name}`)
  return (
    areaJob ??
    createUpdateJob(resource, name, getBulkHandler(resource, requireAction(resource, name)))
  )
}

/** Returns the job kinds that run plans, one for each action of each resource. */
export const buildBulkJobs = (
  all: readonly ResourceModule[],
  areaJobs: readonly JobKind[],
): JobKind[] =>
  all.flatMap((resource) =>
    (resource.bulkActions ?? []).map(({ name }) => getJobKind(resource, name, areaJobs)),
  )

const bulkActionSchema = nameSchema(
  'BulkAction',
  objectSchema(
    {
      action: stringSchema,
      values: { type: 'object' },
      ids: arraySchema(integerSchema),
      query: stringSchema,
    },
    ['action'],
  ),
)

/** A plan whose bulk action is about to start. */
export type StartingPlan = { id: number; resource: ResourceModule; action: BulkAction }

/** Throws if a plan may not start. */
export type BeforePlanStart = (context: RequestContext, plan: StartingPlan) => Promise<void>

/** POST /x/bulk/plan and POST /x/bulk (design.md, "Jobs, bulk, import, providers"). */
export const buildBulkCalls = (
  all: readonly ResourceModule[],
  areaJobs: readonly JobKind[],
  checks: readonly BeforePlanStart[],
): Call[] =>
  filterBulkResources(all).flatMap((resource): Call[] => [
    {
      kind: 'write',
      permission: getMinimumPermission(resource),
      method: 'post',
      path: `/${resource.name}/bulk/plan`,
      limit: 'plans',
      summary: `Preview a bulk action on ${resource.title.many}: ${(resource.bulkActions ?? [])
        .map(({ name }) => name)
        .join(', ')}`,
      body: bulkActionSchema,
      success: { status: 200, schema: bulkPlanSchema },
      handler: (context) => planBulk(resource, context),
    },
    {
      kind: 'write',
      permission: getMinimumPermission(resource),
      method: 'post',
      path: `/${resource.name}/bulk`,
      ...guardStart(resource),
      summary: `Start a job that runs a planned bulk action on ${resource.title.many}`,
      body: planReferenceSchema,
      success: { status: 202, schema: startedJobSchema },
      handler: (context) => startPlan(resource, context, { areaJobs, checks }),
    },
  ])

/** Returns whether the call that starts a plan needs a recent confirmation. */
function guardStart(resource: ResourceModule): Pick<Call, 'stepUp'> {
  const actions = resource.bulkActions ?? []
  const mayNeed = actions.some((action) => getBulkHandler(resource, action).needsRecentFactor)
  return { ...(mayNeed && { stepUp: 'handler' as const }), ...guardWrites(resource) }
}

/** Returns the lowest permission that any action needs. The handlers check the action's own. */
const getMinimumPermission = (resource: ResourceModule) =>
  `${resource.permission}:${resource.bulkActions?.[0]?.requiredAction ?? 'write'}` as const

const StartPlanBody = type({ plan: RecordId })

type StoredBulkPlan = {
  action: string
  given: BatchInput['values']
  expiresAt: string
  jobId: number | null
  isShared: boolean
}

async function startPlan(
  resource: ResourceModule,
  context: RequestContext,
  { areaJobs, checks }: { areaJobs: readonly JobKind[]; checks: readonly BeforePlanStart[] },
): Promise<CallResult> {
  const { trx, caller, now, request } = context
  if (!is(request.body, StartPlanBody)) throw badRequest(bulkMessages.startBody)
  const { plan: id } = request.body
  const { rows: plans } = await sql<StoredBulkPlan>`
    select action, given, expires_at, job_id, is_shared from bulk_plans
    where id = ${id} and user_id = ${caller.id} and resource = ${resource.name}
    for update`.execute(trx)
  const [plan] = plans
  if (!plan) throw notFound('plan')
  const action = requireAction(resource, plan.action)
  requirePermission(`${resource.permission}:${action.requiredAction}`, caller)
  if (plan.jobId !== null) throw invalidState(bulkMessages.alreadyStarted)
  if (plan.isShared) throw invalidState(bulkMessages.alreadyScheduled)
  if (Date.parse(plan.expiresAt) < Date.parse(now)) throw invalidState(bulkMessages.tooOld)
  const rows = await loadPlanJobRows(trx, id)
  const ids = rows.flatMap(({ outcome, targetId }) =>
    outcome === undefined && targetId !== null ? [Number(targetId)] : [],
  )
  const count = rows.filter(({ outcome }) => outcome === undefined).length
  if (count === 0) throw invalidState(bulkMessages.nothingToChange)
  for (const check of checks) await check(context, { id, resource, action })
  const { needsRecentFactor } = getBulkHandler(resource, action)
  if (await needsRecentFactor?.(context, ids, plan.given)) requireRecentFactor(caller, now)
  const result = await startJob(context, {
    kind: getJobKind(resource, plan.action, areaJobs),
    title: formatBulkTitle(
      action,
      resource,
      Object.keys(plan.given),
      formatRecordCount(resource, count),
    ),
    input: { values: plan.given } satisfies BatchInput,
    rows,
  })
  const { id: job } = result.body as { id: number } // The body of `startJob`.
  await markPlanStarted(trx, { plan: id, job })
  return result
}
