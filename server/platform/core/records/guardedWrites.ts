import type { Resource } from '#shared/engine/resource.ts'
import type { Call } from '../http/call.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'

type StepUp = Pick<Call, 'stepUp'>

/** Asks for a recent confirmation of every write, if the resource guards some of its fields. */
export const guardWrites = ({ api }: Resource): StepUp => (api.stepUp ? { stepUp: 'always' } : {})

/** Asks for a recent confirmation of changes to guarded fields and to secrets. */
export function guardChanges({ api, fields }: Resource): StepUp {
  const secrets = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
  const guarded = [...(api.stepUp ?? []), ...secrets]
  if (guarded.length === 0) return {}
  return { stepUp: ({ body }: ApiRequest) => guarded.some((name) => isSent(body, name)) }
}

const isSent = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && name in body
