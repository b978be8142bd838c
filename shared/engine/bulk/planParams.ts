/** The parameters of an address that shows a plan: which one, and which of its rows. */
export const planParam = 'plan'
export const [planOutcomeParam, planAfterParam] = ['planOutcome', 'planAfter'] as const
export const planRowParams = [planOutcomeParam, planAfterParam] as const
