import type { Plan, PlanRow } from '#shared/engine/bulk/planCalls.ts'

export const buildPlanRow = (row: Partial<PlanRow>): PlanRow => ({
  row: 1,
  id: 1,
  code: null,
  label: 'Small',
  outcome: 'change',
  sentence: null,
  before: {},
  after: {},
  warns: [],
  ...row,
})

/** Builds a plan whose rows fit on one page. */
export function buildPlan({ data = [buildPlanRow({})], ...plan }: Partial<Plan>): Plan {
  const counts: Record<string, number> = {}
  for (const { outcome } of data) counts[outcome] = (counts[outcome] ?? 0) + 1
  return {
    id: 1,
    resource: 'sizes',
    action: 'change',
    expiresAt: '2026-11-22T09:00:00.000Z',
    isStarted: false,
    canUndo: true,
    warns: [],
    reaches: [],
    counts,
    data,
    page: { after: 0, next: null, previous: null, total: data.length },
    ...plan,
  }
}
