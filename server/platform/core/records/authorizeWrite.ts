import { sql } from 'kysely'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { requireResource } from '#shared/engine/resourceRegistry.ts'
import type { WriteContext } from '../http/call.ts'
import { validationFailed, forbidden } from '../platform/httpError.ts'
import { requireStores, isScopedByStoreIds, getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import type { ResourceModule } from './resourceHooks.ts'
import type { FieldValues } from './values.ts'
import { recordMessages } from './messages.ts'

/**
 * A write to authorize: `values` over those `before`. A write without `values` deletes the record.
 */
type AttemptedWrite = { before?: AnyRecord; values?: FieldValues }

/**
 * Rejects a write that the caller can't make: first by the record's stores, then by the area's own
 * rules.
 */
export async function authorizeWrite(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  { before, values }: AttemptedWrite,
): Promise<void> {
  if (!before && values && hasNoStores(resource, values))
    throw validationFailed({ storeIds: recordMessages.chooseStores })
  const versions = [...(before ? [before] : []), ...(values ? [{ ...before, ...values }] : [])]
  await requireRecordStoreAccess(resource, context, versions)
  const write = { ...(before && { before }), ...(values && { values }) }
  await resource.hooks.authorize?.(context, write)
}

/** An account limited to some stores can't create a record that applies to all stores. */
const hasNoStores = (resource: ScopedResource, { storeIds }: FieldValues): boolean =>
  resource.storeIds !== null &&
  isScopedByStoreIds(resource) &&
  !(Array.isArray(storeIds) && storeIds.length > 0)

/**
 * Rejects a caller who doesn't have all stores of these records. A nested record has its parent's
 * stores.
 */
export async function requireRecordStoreAccess(
  resource: ScopedResource,
  { trx }: Pick<WriteContext, 'trx'>,
  records: readonly FieldValues[],
): Promise<void> {
  const { storeIds, fields } = resource
  const { parent } = resource.relations
  if (storeIds === null) return
  if (isScopedByStoreIds(resource))
    for (const record of records) requireListedStores(resource, record, resource)
  const parentTarget = parent === undefined ? undefined : fields[parent]?.target
  if (parent === undefined || !parentTarget || !isScopedByStoreIds(parentTarget)) return
  const ids = records.map((record) => Number(record[parent]))
  const parents = getVisibleRows(requireResource(parentTarget.name), storeIds)
  // `validateReferences` reports a parent that the caller can't see.
  const { rows } = await sql<FieldValues>`
    select store_ids from ${parents} where id = any(${ids}::int[])`.execute(trx)
  for (const row of rows) requireListedStores(resource, row, resource)
}

/** An empty list means all stores. */
function requireListedStores(
  { title }: Pick<Resource, 'title'>,
  { storeIds }: FieldValues,
  viewer: Pick<ScopedResource, 'storeIds'>,
): void {
  const recordStoreIds = Array.isArray(storeIds) ? storeIds.map(Number) : []
  if (recordStoreIds.length > 0) return requireStores({ title }, recordStoreIds, viewer)
  throw forbidden(recordMessages.allStoresNeeded(title.one))
}
