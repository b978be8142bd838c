/** URL parameters of a page that shows a plan: which plan, and which of its rows. */
export const planParam = 'plan'
export const [planOutcomeParam, planAfterParam] = ['planOutcome', 'planAfter'] as const
export const planRowParams = [planOutcomeParam, planAfterParam] as const
