import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'

/** The parameter of a change that names the reach that was confirmed. */
export const reachParam = 'reach'

/**
 * What a change reaches besides its own record (design.md, "Reach of a change"), worked out by trying it. `token` stands
 * for this change and this reach: sent along with the change it confirms them, and no others.
 */
export const Reach = type({
  token: string(),
  /** How many records take the new values. */
  reaches: number(),
  /** How many do not, because they have values of their own. */
  own: number(),
  /** What gets worse, as the beginning of a sentence, in how many of them, and what some of these are called. */
  worse: array(type({ what: string(), count: number(), examples: array(string()) })),
})
export type Reach = Infer<typeof Reach>
