import { planBulk, startBulk } from '#shared/engine/bulkCalls.ts'
import type { BulkPlan } from '#shared/engine/bulkCalls.ts'
import { chosenFrom } from '#shared/engine/list/chosen.ts'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { selectionOf } from '#shared/engine/list/selection.ts'
import { changeJob, jobChanges, jobLink } from '#shared/jobs/jobCalls.ts'
import type { Job } from '#shared/jobs/jobCalls.ts'
import { newIdempotencyKey } from '#client/idempotencyKey.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Done, Intents, Work } from '#client/form/answerForm.ts'
import { writtenIn } from '#client/form/saveChanges.ts'
import { actionParam, bulkAddress, fieldParam, jobParam } from './bulkAddress.ts'
import { actionOf, fieldsOf } from './loadBulk.ts'
import { bulkWords as say } from './words.ts'

/** What the panel shows of a plan: what would become of the records, and the key with which it is started once. */
export type Planned = { intent: 'plan'; attempt: string; plan: BulkPlan; startKey: string }

async function plan({ api, resource, form, key, url }: Work): Promise<Done<Planned>> {
  const params = new URL(url).searchParams
  const action = actionOf(resource, params.get(actionParam) ?? '')
  const chosen = chosenFrom(params)
  if (!action) throw new Refusal({ selection: say.unknown })
  if (!chosen) throw new Refusal({ selection: say.nothingChosen })
  const fields = fieldsOf(action, params.get(fieldParam))
  const values = await writtenIn(api, fields, form)
  const { query } = parseListView(resource, params)
  const selection = selectionOf(resource, query, chosen)
  const made = await planBulk(api, resource, { action: action.name, values, selection }, key)
  const [attempt, startKey] = [newIdempotencyKey(), newIdempotencyKey()]
  return { shown: { intent: 'plan', attempt, plan: made, startKey } }
}

async function start({ api, resource, form, key, url }: Work) {
  const job = await startBulk(api, resource, Number(form.get('plan')), key)
  return begun(resource, url, job)
}

async function change({ api, resource, form, key, url }: Work) {
  const wanted = jobChanges.find((one) => one === form.get('change'))
  if (!wanted) throw new Refusal({ selection: say.unknown })
  const id = Number(form.get('job'))
  return begun(resource, url, await changeJob(api, { id, change: wanted }, key))
}

function begun(resource: Resource, url: string, job: Job) {
  const params = new URL(url).searchParams
  const view = parseListView(resource, params)
  const action = params.get(actionParam) ?? ''
  const isDeletion = actionOf(resource, action)?.needs === 'delete'
  const chosen = isDeletion ? null : view.chosen
  const to = bulkAddress(resource, view, chosen, { [actionParam]: action, [jobParam]: `${job.id}` })
  return { notice: 'job-started', of: jobLink(job, resource.path), to } as const
}

export const bulkIntents: Intents<object> = { plan, start, change }
