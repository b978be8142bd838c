import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'

export const impactParam = 'reach'

/** What a change reaches besides its record (design.md, "Reach of a change"); `token` confirms this change and this reach alone. */
export const Impact = type({
  token: string(),
  reaches: number(),
  own: number(),
  /** What gets worse, as the beginning of a sentence, in how many of them, and what some of these are called; a whole sentence where in none. */
  worse: array(type({ what: string(), count: number(), examples: array(string()) })),
})
export type Impact = Infer<typeof Impact>
