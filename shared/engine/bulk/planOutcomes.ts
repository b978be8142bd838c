/** What a plan says of a row: it would create or change a record, leave it as it is, or refuse it, or its record isn't there. */
export const planOutcomes = ['create', 'change', 'refused', 'unknown', 'unchanged'] as const
export type PlanOutcome = (typeof planOutcomes)[number]
