import { getBulkActions } from '#shared/areas/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { loadJob, loadNotableRows } from '#shared/engine/jobs/jobCalls.ts'
import type { Job, JobRow } from '#shared/engine/jobs/jobCalls.ts'
import { parsePlanId, parsePlanQuery } from '#shared/engine/bulk/planUrl.ts'
import { loadPlan } from '#shared/engine/bulk/planCalls.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import type { PanelLoadContext } from '../panels/definePanels.ts'
import { actionParam, fieldParam, jobParam, scheduleParam } from './bulkUrl.ts'

/** Data of the panel: the action that its URL names, its plan with a page of rows, and its job. */
export type LoadedBulk = {
  action: string
  /** The field to change. A plan made elsewhere can change several, separated by commas. */
  field: string | null
  plan: Plan | null
  /** Whether the plan is being scheduled, instead of started. */
  isScheduled: boolean
  job: Job | null
  rows: JobRow[]
}

export async function loadBulkPanel({
  api,
  params,
  signal,
}: PanelLoadContext): Promise<LoadedBulk> {
  const id = Number(params.get(jobParam))
  const job = Number.isSafeInteger(id) && id > 0 ? await loadJob(api, id, signal) : null
  const planId = job ? null : parsePlanId(params)
  return {
    action: params.get(actionParam) ?? '',
    field: params.get(fieldParam),
    plan:
      planId === null ? null : await loadPlan(api, planId, { ...parsePlanQuery(params), signal }),
    isScheduled: params.has(scheduleParam),
    job,
    rows: job && job.endedAt !== null ? await loadNotableRows(api, job, signal) : [],
  }
}

export const findBulkAction = (resource: Resource, name: string): BulkAction | undefined =>
  getBulkActions(resource).find((action) => action.name === name)

/** Returns the fields of an action's form; for a change, only the chosen one. */
export function getActionFields(action: BulkAction, field: string | null): BulkAction['fields'] {
  if (action.name !== 'change') return action.fields
  const selectedField = field !== null && action.fields[field]
  return selectedField ? { [field]: selectedField } : {}
}
