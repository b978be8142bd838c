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
  work: WriteContext,
  ids: readonly number[],
): Promise<CheckedChange[]> {
  const found = await loadRecords(work.trx, resource, ids, false)
  const checked: CheckedChange[] = []
  for (const id of ids) {
    const before = found.get(id) ?? null
    const refused = await assertDeletable(resource, work, id, before).catch(getRejectionDetail)
    const label = before ? getLabel(resource, before) : ''
    checked.push({
      id,
      label,
      before,
      values: refused === null ? { id: null } : {},
      rejection: refused,
    })
  }
  return checked
}

async function assertDeletable(
  resource: ScopedResource<ResourceModule>,
  work: WriteContext,
  id: number,
  before: CheckedChange['before'],
): Promise<null> {
  if (!before) throw notFound(resource.title.one)
  resource.hooks?.assertEditable?.(before)
  await authorizeWrite(resource, work, { before })
  await assertNotInUse(resource, work.trx, id)
  return null
}
