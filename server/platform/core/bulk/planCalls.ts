import { sql } from 'kysely'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Caller } from '../auth/tokens.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { Call } from '../http/call.ts'
import { arraySchema, integerSchema, objectSchema, stringSchema } from '../http/schema.ts'
import { badRequest, notFound } from '../platform/httpError.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { parseId } from '../records/recordId.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { planParameters, planSchema, loadPlanPage, createPlanFile } from './planPages.ts'
import type { PlanRowSource } from './planPages.ts'
import { bulkPlanSchema } from './bulkPlanSchema.ts'
import { bulkMessages } from './messages.ts'
import { planBulk } from './planBulk.ts'
import { countPlanOutcomes, loadPlanRows } from './planRows.ts'
import type { PlanSummary } from './planRows.ts'

const NamedResource = type({ resource: string() })

type StoredPlan = {
  id: number
  action: string
  expiresAt: string
  jobId: number | null
  summary: PlanSummary | null
}

/**
 * The calls that read a plan: one page of its rows, or all of them as a file. A plan belongs to the
 * operator who made it, until it is scheduled: then others can read it too.
 */
export const buildPlanCalls = (all: readonly ResourceModule[]): Call[] => [
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: '/plans',
    limit: 'plans',
    summary: 'Plan an action on records of any resource, to schedule it',
    body: objectSchema(
      {
        resource: stringSchema,
        action: stringSchema,
        values: { type: 'object' },
        ids: arraySchema(integerSchema),
      },
      ['resource', 'action', 'ids'],
    ),
    success: { status: 200, schema: bulkPlanSchema },
    async handler(context) {
      const { body } = context.request
      const resource = is(body, NamedResource) && all.find(({ name }) => name === body.resource)
      if (!resource) throw badRequest(bulkMessages.unknownResource)
      return planBulk(resource, context)
    },
  },
  {
    kind: 'read',
    permission: 'signedIn',
    allowsApiKeys: true,
    method: 'get',
    path: '/plans/:id',
    summary: "Get one of the caller's plans, with its totals and a page of rows",
    query: planParameters,
    success: { status: 200, schema: planSchema },
    async handler(request, { db }, caller) {
      const { plan, summary, source } = await findPlan(db, all, request, caller)
      const { id, action, expiresAt, jobId } = plan
      const { warns, reaches, canUndo = false } = summary
      const page = await loadPlanPage(db, source, request.query)
      const isStarted = jobId !== null
      return {
        status: 200,
        body: {
          id,
          resource: summary.of,
          action,
          expiresAt,
          isStarted,
          canUndo,
          warns,
          reaches,
          ...page,
        },
      }
    },
  },
  {
    kind: 'read',
    permission: 'signedIn',
    allowsApiKeys: true,
    method: 'get',
    path: '/plans/:id/export',
    summary: "Export all rows from one of the caller's plans as a file",
    success: { status: 200, types: ['text/csv'] },
    async handler(request, { db }, caller) {
      const { plan, source } = await findPlan(db, all, request, caller)
      return createPlanFile(db, source, { name: `plan-${plan.id}`, action: plan.action })
    },
  },
]

/**
 * Loads a plan of the caller, or a shared one. The caller must have its permission and see all of
 * its stores.
 */
async function findPlan(
  db: Connection,
  all: readonly ResourceModule[],
  request: ApiRequest,
  caller: Caller,
) {
  const id = parseId(request.params, 'plan')
  const { rows } = await sql<StoredPlan>`
    select id, action, expires_at, job_id, summary from bulk_plans
    where id = ${id} and (user_id = ${caller.id} or is_shared)`.execute(db)
  const [plan] = rows
  const summary = plan?.summary
  const resource = all.find(({ name }) => name === summary?.of)
  if (!plan || !summary || !resource || !canSeeStores(caller, summary)) throw notFound('plan')
  requirePermission(summary.needs, caller)
  const source: PlanRowSource = {
    resource: limitToCaller(caller, resource),
    count: () => countPlanOutcomes(db, id),
    read: (query) => loadPlanRows(db, id, query),
  }
  return { plan, summary, source }
}

function canSeeStores({ storeIds: visibleStoreIds }: Caller, { storeIds }: PlanSummary): boolean {
  if (visibleStoreIds === null) return true
  return storeIds !== null && storeIds.every((id) => visibleStoreIds.includes(id))
}
