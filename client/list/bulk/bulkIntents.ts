import { redirect } from 'react-router'
import { planBulk, startBulk } from '#shared/engine/bulk/bulkCalls.ts'
import { chosenFrom } from '#shared/engine/list/chosen.ts'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { selectionOf } from '#shared/engine/list/selection.ts'
import { changeJob, jobChanges, jobLink } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { planParam } from '#shared/engine/bulk/planParams.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents, Work } from '#client/form/answerForm.ts'
import { writtenIn } from '#client/form/saveChanges.ts'
import { actionParam, bulkAddress, fieldParam, jobParam } from './bulkAddress.ts'
import { actionOf, fieldsOf } from './loadBulk.ts'
import { bulkWords as say } from './words.ts'

async function plan({ api, resource, form, key, url }: Work): Promise<never> {
  const params = new URL(url).searchParams
  const action = actionOf(resource, params.get(actionParam) ?? '')
  const chosen = chosenFrom(params)
  if (!action) throw new Refusal({ selection: say.unknown })
  if (!chosen) throw new Refusal({ selection: say.nothingChosen })
  const field = params.get(fieldParam)
  const fields = fieldsOf(action, field)
  const values = await writtenIn(api, fields, form)
  const view = parseListView(resource, params)
  const selection = selectionOf(resource, view.query, chosen)
  const made = await planBulk(api, resource, { action: action.name, values, selection }, key)
  // The plan has an address of its own, where its rows can be paged through.
  throw redirect(
    bulkAddress(resource, view, chosen, {
      [actionParam]: action.name,
      ...(field !== null && { [fieldParam]: field }),
      [planParam]: `${made.id}`,
    }),
  )
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

export const bulkIntents: Intents = { plan, start, change }
