import { createHash } from 'node:crypto'
import { impactParam } from '#shared/engine/impact.ts'
import type { Impact } from '#shared/engine/impact.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
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
  context: RequestContext,
  reason: string | null = null,
): Promise<CallResult> {
  const { request } = context
  const id = parseRecordId(resource, request)
  const version = requireVersion(request)
  const { after, names, values, impact } = await updateRecord(resource, context, {
    id,
    version,
    values: request.body,
    reason,
  })
  if (impact) requireImpactConfirmation(request, { id, changed: values, names }, impact)
  return { status: 200, body: after, version: after.version }
}

/** Rejects a change that affects other records until it's confirmed. */
export function requireImpactConfirmation(
  request: ApiRequest,
  change: object,
  impact: ImpactSummary,
): void {
  if (impact.reaches > 0) requireConfirmation(request, change, impact)
}

/**
 * Rejects a change until the request has the token of exactly this change and impact. `what`
 * replaces the sentence on how many records it affects.
 */
export function requireConfirmation(
  request: ApiRequest,
  change: object,
  impact: ImpactSummary,
  what = impact.reaches === 1
    ? recordMessages.affectsOne
    : recordMessages.affectsMany(impact.reaches),
): void {
  const token = createHash('sha256')
    .update(JSON.stringify([request.target.split('?')[0], change, impact]))
    .digest('base64url')
    .slice(0, 22)
  if (request.query.get(impactParam) === token) return
  const impactDetails: Impact = { token, ...impact }
  throw new HttpError(409, 'unconfirmed', recordMessages.confirm(what, impactParam, token), {
    reach: impactDetails,
  })
}
