import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import { notFound } from '#server/platform/core/platform/httpError.ts'
import { loadRecord, versionConflict } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { limitToCaller, requireStores } from '#server/platform/core/records/storeScope.ts'
import { lockStoredChange } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

/**
 * Locks the scheduled change of a request. Rejects a caller who can't see it, lacks the permission
 * of the change itself, or can't manage all of its stores, and a version that isn't the current one.
 */
export async function lockChange(context: RequestContext): Promise<StoredChange> {
  const { trx, caller, request } = context
  const version = requireVersion(request)
  const id = parseRecordId(scheduledChanges, request)
  const change = await lockStoredChange(trx, id)
  if (!change) throw notFound(scheduledChanges.title.one)
  const record = await loadRecord(trx, limitToCaller(caller, scheduledChanges), id)
  requirePermission(change.needs, caller)
  requireStores(scheduledChanges, change.storeIds, caller)
  if (version !== change.version) throw versionConflict(record)
  return change
}

/** Loads the scheduled change as the result of a call. */
export async function loadChangeResult(
  { trx, caller }: RequestContext,
  id: number,
): Promise<CallResult> {
  const body = await loadRecord(trx, limitToCaller(caller, scheduledChanges), id)
  return { status: 200, body, version: body.version }
}
