import { reachParam } from '#shared/engine/reach.ts'
import { text } from './schema.ts'
import type { Parameter } from './schema.ts'

/** The query parameter that confirms a change of far reach; `what` it reaches stands in its description. */
export const reachParameter = (what: string): Parameter => ({
  name: reachParam,
  description: `The token that a 409 with the code unconfirmed told, of ${what}`,
  schema: text,
})
