import { planOutcomes } from './planOutcomes.ts'
import type { PlanQuery } from './planCalls.ts'
import { planOutcomeParam, planParam, planRowParams, planAfterParam } from './planParams.ts'

/** Parses which rows a URL shows. Ignores values that aren't valid. */
export function parsePlanQuery(params: URLSearchParams): PlanQuery {
  const outcome = planOutcomes.find((one) => one === params.get(planOutcomeParam)) ?? null
  const after = Number(params.get(planAfterParam))
  return { outcome, after: Number.isSafeInteger(after) && after > 0 ? after : 0 }
}

/** Returns the ID of the plan in a URL; null if there is none. */
export function parsePlanId(params: URLSearchParams): number | null {
  const id = Number(params.get(planParam))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Returns the URL with other rows of the plan. */
export function buildPlanRowsUrl(
  { pathname, search }: { pathname: string; search: string },
  { outcome, after }: PlanQuery,
): string {
  const params = new URLSearchParams(search)
  for (const name of planRowParams) params.delete(name)
  if (outcome !== null) params.set(planOutcomeParam, outcome)
  if (after > 0) params.set(planAfterParam, String(after))
  return `${pathname}?${params}`
}

/** Returns the URL without the plan. */
export function buildUrlWithoutPlan({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string {
  const params = new URLSearchParams(search)
  for (const name of [planParam, ...planRowParams]) params.delete(name)
  return `${pathname}?${params}`
}
