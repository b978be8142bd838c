import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { CallResult, RequestContext, WriteContext } from '#server/platform/core/http/call.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockRecord } from '../loadRecord.ts'
import { parseRecordId, parseVersion } from '../recordId.ts'
import { authorizeWrite } from '../authorizeWrite.ts'
import type { ScopedResource } from '../storeScope.ts'
import type { ResourceModule } from '../resourceHooks.ts'
import { restoredColumns } from './restore.ts'
import { findUses } from '../uses.ts'
import { recordMessages } from '../messages.ts'

/**
 * DELETE /x/ID, `If-Match` optional. The lock blocks new references, which need a shared lock on
 * the same row.
 */
export async function handleDelete(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
): Promise<CallResult> {
  const { request } = context
  await deleteRecord(resource, context, {
    id: parseRecordId(resource, request),
    version: parseVersion(request),
  })
  return { status: 204 }
}

export async function deleteRecord(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  { id, version }: { id: number; version: number | null },
): Promise<AnyRecord> {
  const { trx, audit } = context
  const record = await lockRecord(trx, resource, id, version)
  resource.hooks.assertEditable?.(record)
  await authorizeWrite(resource, context, { before: record })
  await assertNotInUse(resource, trx, id)
  await withRecordTables(trx).deleteFrom(resource.name).where('id', '=', id).execute()
  await audit({
    event: `${resource.name}.deleted`,
    target: toAuditTarget(resource, record),
    before: Object.fromEntries(
      [...Object.keys(resource.fields), ...restoredColumns].map((name) => [name, record[name]]),
    ),
  })
  return record
}

/**
 * Rejects deleting a record that others refer to. Doesn't reveal uses in stores that the caller
 * can't see.
 */
export async function assertNotInUse(
  resource: ScopedResource<ResourceModule>,
  trx: Connection,
  id: number,
): Promise<void> {
  const { dependents } = resource
  const uses = await findUses(dependents, trx, id, { storeIds: null })
  if (uses.length === 0) return
  const visibleUses = await findUses(dependents, trx, id, resource)
  const descriptions = visibleUses.map(({ kind, count }) => `${kind} (${count})`)
  throw new HttpError(
    409,
    'in_use',
    descriptions.length > 0
      ? recordMessages.usedBy(descriptions.join(', '))
      : recordMessages.usedElsewhere,
    { uses: visibleUses },
  )
}
