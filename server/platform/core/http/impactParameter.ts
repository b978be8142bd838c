import { impactParam } from '#shared/engine/impact.ts'
import { stringSchema } from './schema.ts'
import type { Parameter } from './schema.ts'

/** The query parameter that confirms a change of far reach; `what` names what is confirmed, in its description. */
export const buildImpactParameter = (what: string): Parameter => ({
  name: impactParam,
  description: `Confirms the request despite the warning about ${what}. Send the token from the 409 response that has the code "unconfirmed".`,
  schema: stringSchema,
})
