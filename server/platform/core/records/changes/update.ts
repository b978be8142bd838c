import { createHash } from 'node:crypto'
import { impactParam } from '#shared/engine/impact.ts'
import type { Impact } from '#shared/engine/impact.ts'
import type { ApiRequest } from '#server/platform/core/http/apiRequest.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { updateRecord } from './updateRecord.ts'
import type { ScopedResource } from '../storeScope.ts'
import { parseRecordId, requireVersion } from '../recordId.ts'
import type { ResourceModule, ImpactSummary } from '../resourceHooks.ts'
import { recordMessages } from '../messages.ts'

/** PATCH /x/ID */
export async function handleUpdate(
  resource: ScopedResource<ResourceModule>,
  change: RequestContext,
  reason: string | null = null,
): Promise<CallResult> {
  const { request: asked } = change
  const id = parseRecordId(resource, asked)
  const version = requireVersion(asked)
  const {
    after,
    names,
    values,
    impact: reach,
  } = await updateRecord(resource, change, {
    id,
    version,
    values: asked.body,
    reason,
  })
  if (reach) requireImpactConfirmation(asked, { id, changed: values, names }, reach)
  return { status: 200, body: after, version: after.version }
}

/** Rejects a change that affects other records until it's confirmed. */
export function requireImpactConfirmation(
  asked: ApiRequest,
  change: object,
  untold: ImpactSummary,
): void {
  if (untold.reaches > 0) requireConfirmation(asked, change, untold)
}

/**
 * Rejects a change until the request has the token of exactly this change and impact. `what`
 * replaces the sentence on how many records it affects.
 */
export function requireConfirmation(
  asked: ApiRequest,
  change: object,
  untold: ImpactSummary,
  what = untold.reaches === 1
    ? recordMessages.affectsOne
    : recordMessages.affectsMany(untold.reaches),
): void {
  const token = createHash('sha256')
    .update(JSON.stringify([asked.target.split('?')[0], change, untold]))
    .digest('base64url')
    .slice(0, 22)
  if (asked.query.get(impactParam) === token) return
  const reach: Impact = { token, ...untold }
  throw new HttpError(409, 'unconfirmed', recordMessages.confirm(what, impactParam, token), {
    reach,
  })
}
