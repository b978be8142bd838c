import { sql } from 'kysely'
import { bulkActions } from '#shared/areas/bulkActions.ts'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { demand } from '../http/answering.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { badRequest, notFound, notPossible } from '../platform/refusal.ts'
import { startJob } from '../jobs/jobs.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { instant, listOf, text, whole } from '../http/schema.ts'
import { object } from '../http/schemas.ts'
import { markStarted, readJobRows } from './planRows.ts'
import { RecordId } from '../records/recordId.ts'
import type { Kept } from '../records/settled.ts'
import { deleteMany } from './deleteMany.ts'
import { actionNamed, planBulk, titleOf, workOf } from './planBulk.ts'
import { changeMany } from './recordJob.ts'
import type { ManyInput } from './recordJob.ts'
import { bulkMessages } from './messages.ts'

/** Resources of which something can be done to many records at once; the others say why not in their definition. */
const bulky = (all: readonly Kept[]) => all.filter((one) => bulkActions(one).length > 0)

function jobOf(resource: Kept, name: string, own: readonly JobKind[]): JobKind {
  if (name === 'delete') return deleteMany(resource)
  const ofArea = own.find((kind) => kind.name === `${resource.name}.${name}`)
  return ofArea ?? changeMany(resource, name, workOf(resource, actionNamed(resource, name)))
}

/** What runs plans, a kind for each action of each resource. */
export const bulkJobs = (all: readonly Kept[], own: readonly JobKind[]): JobKind[] =>
  bulky(all).flatMap((resource) =>
    bulkActions(resource).map(({ name }) => jobOf(resource, name, own)),
  )

const side = { type: 'object' }
const planned = object({
  id: whole,
  expiresAt: instant,
  counts: object({ changes: whole, unchanged: whole, refused: whole, total: whole }),
  first: listOf(object({ id: whole, label: text, before: side, after: side, warns: listOf(text) })),
  refused: listOf(object({ id: whole, label: text, sentence: text })),
  warns: listOf(text),
  reaches: listOf(text),
})

/** POST /x/bulk/plan and POST /x/bulk (design.md, "Platform calls"). */
export const bulkCalls = (all: readonly Kept[], own: readonly JobKind[]): Call[] =>
  bulky(all).flatMap((resource): Call[] => [
    {
      kind: 'write',
      needs: rightOf(resource),
      method: 'post',
      path: `/${resource.name}/bulk/plan`,
      limit: 'plans',
      summary: `Preview a bulk action on ${resource.title.many}: ${bulkActions(resource)
        .map(({ name }) => name)
        .join(', ')}`,
      body: object({ action: text, values: side, ids: listOf(whole), query: text }, ['action']),
      success: { status: 200, schema: planned },
      refusals: [409, 413, 415, 422],
      answer: (change) => planBulk(resource, change),
    },
    {
      kind: 'write',
      needs: rightOf(resource),
      method: 'post',
      path: `/${resource.name}/bulk`,
      summary: `Start a job that runs a planned bulk action on ${resource.title.many}`,
      body: object({ plan: whole }),
      success: { status: 202, schema: object({ id: whole }) },
      refusals: [409, 413, 415, 422],
      answer: (change) => startPlan(resource, change, own),
    },
  ])

/** The least that any of its actions needs; each is asked for its own besides. */
const rightOf = (resource: Kept) =>
  `${resource.permission}:${bulkActions(resource)[0]?.needs ?? 'write'}` as const

const Start = type({ plan: RecordId })

type Plan = {
  action: string
  given: ManyInput['values']
  expiresAt: string
  jobId: number | null
}

async function startPlan(resource: Kept, change: Change, own: readonly JobKind[]): Promise<Answer> {
  const { trx, caller, now, asked } = change
  if (!is(asked.body, Start)) throw badRequest(bulkMessages.startBody)
  const { plan: id } = asked.body
  const { rows: found } = await sql<Plan>`
    select action, given, expires_at, job_id from bulk_plans
    where id = ${id} and user_id = ${caller.id} and resource = ${resource.name}
    for update`.execute(trx)
  const [plan] = found
  if (!plan) throw notFound('plan')
  const action = actionNamed(resource, plan.action)
  demand(`${resource.permission}:${action.needs}`, caller)
  if (plan.jobId !== null) throw notPossible(bulkMessages.alreadyStarted)
  if (Date.parse(plan.expiresAt) < Date.parse(now)) throw notPossible(bulkMessages.tooOld)
  const rows = await readJobRows(trx, id)
  const count = rows.filter(({ outcome }) => outcome === undefined).length
  if (count === 0) throw notPossible(bulkMessages.nothingToChange)
  const answer = await startJob(change, {
    kind: jobOf(resource, plan.action, own),
    title: titleOf(resource, action, { given: plan.given, count }),
    input: { values: plan.given } satisfies ManyInput,
    rows,
  })
  const { id: job } = answer.body as { id: number } // What `startJob` answers.
  await markStarted(trx, { plan: id, job })
  return answer
}
