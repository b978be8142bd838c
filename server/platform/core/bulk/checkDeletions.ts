import { getLabel } from '#shared/engine/resource.ts'
import type { WriteContext } from '../http/call.ts'
import { notFound } from '../platform/httpError.ts'
import { authorizeWrite } from '../records/authorizeWrite.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { loadRecords } from '../records/loadRecord.ts'
import { assertNotInUse } from '../records/changes/delete.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { getRejectionDetail } from './checkChanges.ts'
import type { CheckedChange } from './checkChanges.ts'

/** Checks whether each record can be deleted. A deletion is shown as a change of its ID to null. */
export async function checkDeletions(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  ids: readonly number[],
): Promise<CheckedChange[]> {
  const records = await loadRecords(context.trx, resource, ids, false)
  const checked: CheckedChange[] = []
  for (const id of ids) {
    const before = records.get(id) ?? null
    const rejection = await assertDeletable(resource, context, id, before).catch(getRejectionDetail)
    const label = before ? getLabel(resource, before) : ''
    checked.push({
      id,
      label,
      before,
      values: rejection === null ? { id: null } : {},
      rejection,
    })
  }
  return checked
}

async function assertDeletable(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  id: number,
  before: CheckedChange['before'],
): Promise<null> {
  if (!before) throw notFound(resource.title.one)
  resource.hooks.assertEditable?.(before)
  await authorizeWrite(resource, context, { before })
  await assertNotInUse(resource, context.trx, id)
  return null
}
