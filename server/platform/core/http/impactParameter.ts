import { impactParam } from '#shared/engine/impact.ts'
import { stringSchema } from './schema.ts'
import type { Parameter } from './schema.ts'

/** The query parameter that confirms a change with wide impact. */
export const impactParameter: Parameter = {
  name: impactParam,
  component: 'impact',
  description:
    'Confirms a request whose impact the API warned about. Send the token from the 409 response that has the code "unconfirmed".',
  schema: stringSchema,
}
