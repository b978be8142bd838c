import { sql } from 'kysely'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { WriteContext } from '../http/call.ts'
import { validationFailed, forbidden } from '../platform/httpError.ts'
import { requireStores, hasStoreList, getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import type { ResourceModule } from './resourceHooks.ts'
import type { FieldValues } from './values.ts'
import { recordMessages } from './messages.ts'

/** What is written: `values`, over those that were `before`; without `values` it is deleted. */
type AttemptedWrite = { before?: AnyRecord; values?: FieldValues }

/** Refuses a write to who may not make it: who is not for all stores that the record is of, then whom its area says. */
export async function authorizeWrite(
  resource: ScopedResource<ResourceModule>,
  work: WriteContext,
  { before, values }: AttemptedWrite,
): Promise<void> {
  if (!before && values && hasNoStores(resource, values))
    throw validationFailed({ storeIds: recordMessages.chooseStores })
  const sides = [...(before ? [before] : []), ...(values ? [{ ...before, ...values }] : [])]
  await requireRecordStores(resource, work, sides)
  const written = { ...(before && { before }), ...(values && { values }) }
  await resource.hooks?.authorize?.(work, written)
}

/** Somebody for some stores cannot make what is for all of them. */
const hasNoStores = (resource: ScopedResource, { storeIds }: FieldValues): boolean =>
  resource.storeIds !== null &&
  hasStoreList(resource) &&
  !(Array.isArray(storeIds) && storeIds.length > 0)

/** The same of records that no area has a word on; a part is of the stores that its whole is of. */
export async function requireRecordStores(
  resource: ScopedResource,
  { trx }: Pick<WriteContext, 'trx'>,
  records: readonly FieldValues[],
): Promise<void> {
  const { storeIds, parent, fields } = resource
  if (storeIds === null) return
  if (hasStoreList(resource))
    for (const record of records) requireListedStores(resource, record, resource)
  const whole = parent === undefined ? undefined : fields[parent]?.target
  if (parent === undefined || !whole || !hasStoreList(whole)) return
  const ids = records.map((record) => Number(record[parent]))
  // One that is not there for who asks is told where references are.
  const { rows } = await sql<FieldValues>`
    select store_ids from ${getVisibleRows(whole, storeIds)} where id = any(${ids}::int[])`.execute(
    trx,
  )
  for (const row of rows) requireListedStores(resource, row, resource)
}

/** None are all. */
function requireListedStores(
  { title }: Pick<Resource, 'title'>,
  { storeIds }: FieldValues,
  who: Pick<ScopedResource, 'storeIds'>,
): void {
  const ofIt = Array.isArray(storeIds) ? storeIds.map(Number) : []
  if (ofIt.length > 0) return requireStores({ title }, ofIt, who)
  throw forbidden(recordMessages.allStoresNeeded(title.one))
}
