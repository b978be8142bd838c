import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'

export const impactParam = 'reach'

/**
 * Effects of a change beyond its record (design.md, "Impact of a change"). `token` confirms only
 * this change with this impact.
 */
export const Impact = type({
  token: string(),
  reaches: number(),
  own: number(),
  /**
   * Effects that make things worse: each begins a sentence, with the number of affected records and
   * examples of their names. A complete sentence if `count` is 0.
   */
  worse: array(type({ what: string(), count: number(), examples: array(string()) })),
})
export type Impact = Infer<typeof Impact>
