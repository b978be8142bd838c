/**
 * Outcome of a row: it would create or change a record, be rejected, name no existing record, or
 * leave it unchanged.
 */
export const planOutcomes = ['create', 'change', 'refused', 'unknown', 'unchanged'] as const
export type PlanOutcome = (typeof planOutcomes)[number]
