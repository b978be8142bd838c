import { createHash } from 'node:crypto'
import { reachParam } from '#shared/engine/reach.ts'
import type { Reach } from '#shared/engine/reach.ts'
import type { Asked } from '../http/asked.ts'
import { Refusal } from '../http/refusal.ts'
import type { Untold } from './settled.ts'

/**
 * Refuses a change that reaches others, with what it reaches, until it names the token of just this change and reach.
 * It is worked out from the change as it was made, which the refusal then takes back.
 */
export function refuseUnconfirmed(asked: Asked, change: object, untold: Untold): void {
  if (untold.reaches === 0) return
  const token = createHash('sha256')
    .update(JSON.stringify([asked.target.split('?')[0], change, untold]))
    .digest('base64url')
    .slice(0, 22)
  if (asked.query.get(reachParam) === token) return
  const reach: Reach = { token, ...untold }
  throw new Refusal(409, 'unconfirmed', 'What this change reaches is not confirmed', {
    detail: `It reaches ${reach.reaches} other records. Send it again with ${reachParam}=${token}.`,
    reach,
  })
}
