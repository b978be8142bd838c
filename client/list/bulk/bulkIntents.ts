import { redirect } from 'react-router'
import { scheduleBulkPlan } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { buildScheduledChangeUrl } from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import { createBulkPlan, startBulk } from '#shared/engine/bulk/bulkCalls.ts'
import { parseSelectedIds } from '#shared/engine/list/selectedIds.ts'
import { parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { toSelection } from '#shared/engine/list/selection.ts'
import { runJobAction, jobActions, toJobLink } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { planParam } from '#shared/engine/bulk/planParams.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseValidForm } from '#client/form/saveChanges.ts'
import { actionParam, buildBulkUrl, fieldParam, jobParam } from './bulkUrl.ts'
import { findBulkAction, getActionFields } from './loadBulkPanel.ts'
import { parseScheduleForm } from './parseScheduleForm.ts'
import { bulkMessages } from './messages.ts'

async function planBulkAction({ api, resource, form, key, url }: IntentContext): Promise<never> {
  const params = new URL(url).searchParams
  const action = findBulkAction(resource, params.get(actionParam) ?? '')
  const selectedIds = parseSelectedIds(params)
  if (!action) throw new FormError({ selection: bulkMessages.unknown })
  if (!selectedIds) throw new FormError({ selection: bulkMessages.nothingChosen })
  const field = params.get(fieldParam)
  const fields = getActionFields(action, field)
  const values = await parseValidForm(api, fields, form)
  const view = parseListView(resource, params)
  const selection = toSelection(resource, view.query, selectedIds)
  const plan = await createBulkPlan(api, resource, { action: action.name, values, selection }, key)
  // The plan has its own URL, where its rows can be paged through.
  throw redirect(
    buildBulkUrl(resource, view, selectedIds, {
      [actionParam]: action.name,
      ...(field !== null && { [fieldParam]: field }),
      [planParam]: `${plan.id}`,
    }),
  )
}

async function startBulkAction({ api, resource, form, key, url }: IntentContext) {
  const job = await startBulk(api, resource, Number(form.get('plan')), key)
  return toJobResult(resource, url, job)
}

async function scheduleBulk({ api, form, key }: IntentContext) {
  const plan = Number(form.get('plan'))
  const [id = 0, ...others] = await scheduleBulkPlan(api, { plan, ...parseScheduleForm(form) }, key)
  const to = others.length === 0 ? buildScheduledChangeUrl(id) : scheduledChanges.path
  const name = String(form.get('called') ?? '')
  return { notice: 'scheduled', of: { resource: scheduledChanges.name, id, name, to }, to } as const
}

async function changeBulkJob({ api, resource, form, key, url }: IntentContext) {
  const jobAction = jobActions.find((one) => one === form.get('change'))
  if (!jobAction) throw new FormError({ selection: bulkMessages.unknown })
  const id = Number(form.get('job'))
  return toJobResult(resource, url, await runJobAction(api, { id, change: jobAction }, key))
}

function toJobResult(resource: Resource, url: string, job: Job) {
  const params = new URL(url).searchParams
  const view = parseListView(resource, params)
  const action = params.get(actionParam) ?? ''
  const isDeletion = findBulkAction(resource, action)?.requiredAction === 'delete'
  const selectedIds = isDeletion ? null : view.selectedIds
  const to = buildBulkUrl(resource, view, selectedIds, {
    [actionParam]: action,
    [jobParam]: `${job.id}`,
  })
  return { notice: 'job-started', of: toJobLink(job, resource.path), to } as const
}

export const bulkIntents: Intents = {
  plan: planBulkAction,
  start: startBulkAction,
  schedule: scheduleBulk,
  change: changeBulkJob,
}
