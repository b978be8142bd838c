import { loadScheduleResults } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import type { ScheduleResults } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import { ApiError } from '#shared/engine/api.ts'
import { loadPlan } from '#shared/engine/bulk/planCalls.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import { parsePlanQuery } from '#shared/engine/bulk/planUrl.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { loadPanelRecord } from '#client/frame/index.ts'
import type { PanelLoadContext } from '#client/list/panels/definePanels.ts'

export type ScheduleDetails = {
  record: AnyRecord
  /** Null if it's no longer kept, or if the operator can't see all of its stores. */
  plan: Plan | null
  results: ScheduleResults | null
}

/** Loads a scheduled change, its records, and what became of them. */
export async function loadScheduleDetails(context: PanelLoadContext): Promise<ScheduleDetails> {
  const { api, params, signal } = context
  const record = await loadPanelRecord(context)
  const { planId } = record
  const [plan, results] = await Promise.all([
    typeof planId === 'number'
      ? loadPlan(api, planId, { ...parsePlanQuery(params), signal }).catch(ignoreHidden)
      : null,
    loadScheduleResults(api, record.id, signal).catch(ignoreHidden),
  ])
  return { record, plan, results }
}

/** Leaves out what the operator can't see. Throws other errors again. */
function ignoreHidden(error: unknown): null {
  if (error instanceof ApiError && [403, 404].includes(error.problem.status)) return null
  throw error
}
