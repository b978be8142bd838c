/** The parameters of an address that shows a plan: which one, and which of its rows. */
export const planParam = 'plan'
export const [outcomeParam, rowsAfterParam] = ['planOutcome', 'planAfter'] as const
export const planRowParams = [outcomeParam, rowsAfterParam] as const
