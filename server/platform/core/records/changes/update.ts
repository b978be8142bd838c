import { createHash } from 'node:crypto'
import { reachParam } from '#shared/engine/reach.ts'
import type { Reach } from '#shared/engine/reach.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import { changeRecord } from './changeRecord.ts'
import type { Scoped } from '../inScope.ts'
import { recordIdOf, requiredVersion } from '../recordId.ts'
import type { Kept, Untold } from '../settled.ts'
import { recordMessages } from '../messages.ts'

/** PATCH /x/ID */
export async function updateRecord(
  resource: Scoped<Kept>,
  change: Change,
  reason: string | null = null,
): Promise<Answer> {
  const { asked } = change
  const id = recordIdOf(resource, asked)
  const version = requiredVersion(asked)
  const { after, names, values, reach } = await changeRecord(resource, change, {
    id,
    version,
    values: asked.body,
    reason,
  })
  if (reach) refuseUnconfirmed(asked, { id, changed: values, names }, reach)
  return { status: 200, body: after, version: after.version }
}

/** Refuses a change that reaches others, until it is confirmed; one that reaches none needs nothing. */
export function refuseUnconfirmed(asked: Asked, change: object, untold: Untold): void {
  if (untold.reaches > 0) demandConfirmed(asked, change, untold)
}

/** Refuses a change, with its reach, until it names the token of just this change and reach; `what` it does is told instead of how many it reaches. */
export function demandConfirmed(
  asked: Asked,
  change: object,
  untold: Untold,
  what = untold.reaches === 1
    ? recordMessages.affectsOne
    : recordMessages.affectsMany(untold.reaches),
): void {
  const token = createHash('sha256')
    .update(JSON.stringify([asked.target.split('?')[0], change, untold]))
    .digest('base64url')
    .slice(0, 22)
  if (asked.query.get(reachParam) === token) return
  const reach: Reach = { token, ...untold }
  throw new Refusal(409, 'unconfirmed', recordMessages.confirm(what, reachParam, token), { reach })
}
