import { impactParam } from '#shared/engine/impact.ts'
import { stringSchema } from './schema.ts'
import type { Parameter } from './schema.ts'

/**
 * Returns the query parameter that confirms a change with wide impact. `what` completes its
 * description.
 */
export const buildImpactParameter = (what: string): Parameter => ({
  name: impactParam,
  description: `Confirms the request despite the warning about ${what}. Send the token from the 409 response that has the code "unconfirmed".`,
  schema: stringSchema,
})
