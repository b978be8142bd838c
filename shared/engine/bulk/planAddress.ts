import { planOutcomes } from './planOutcomes.ts'
import type { PlanQuery } from './planCalls.ts'
import { outcomeParam, planParam, planRowParams, rowsAfterParam } from './planParams.ts'

/** The rows that an address asks for. What it can't mean is left out. */
export function readPlanQuery(params: URLSearchParams): PlanQuery {
  const outcome = planOutcomes.find((one) => one === params.get(outcomeParam)) ?? null
  const after = Number(params.get(rowsAfterParam))
  return { outcome, after: Number.isSafeInteger(after) && after > 0 ? after : 0 }
}

/** The plan that an address names; null if it names none. */
export function readPlanId(params: URLSearchParams): number | null {
  const id = Number(params.get(planParam))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The address with other rows of the plan. */
export function withPlanRows(
  { pathname, search }: { pathname: string; search: string },
  { outcome, after }: PlanQuery,
): string {
  const params = new URLSearchParams(search)
  for (const name of planRowParams) params.delete(name)
  if (outcome !== null) params.set(outcomeParam, outcome)
  if (after > 0) params.set(rowsAfterParam, String(after))
  return `${pathname}?${params}`
}

/** The address without the plan. */
export function withoutPlan({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search)
  for (const name of [planParam, ...planRowParams]) params.delete(name)
  return `${pathname}?${params}`
}
