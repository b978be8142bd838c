import { sql } from 'kysely'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import { invalid, noPermission } from '../platform/refusal.ts'
import { demandStores, isOfStores, rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import type { Kept } from './settled.ts'
import type { Values } from './values.ts'
import { recordMessages } from './messages.ts'

/** What is written: `values`, over those that were `before`; without `values` it is deleted. */
type Written = { before?: AnyRecord; values?: Values }

/** Refuses a write to who may not make it: who is not for all stores that the record is of, then whom its area says. */
export async function admit(
  resource: Scoped<Kept>,
  work: Work,
  { before, values }: Written,
): Promise<void> {
  if (!before && values && namesNoStore(resource, values))
    throw invalid({ storeIds: recordMessages.chooseStores })
  const sides = [...(before ? [before] : []), ...(values ? [{ ...before, ...values }] : [])]
  await demandStoresOf(resource, work, sides)
  const written = { ...(before && { before }), ...(values && { values }) }
  await resource.consequence?.admit?.(work, written)
}

/** Somebody for some stores cannot make what is for all of them. */
const namesNoStore = (resource: Scoped, { storeIds }: Values): boolean =>
  resource.storeIds !== null &&
  isOfStores(resource) &&
  !(Array.isArray(storeIds) && storeIds.length > 0)

/** The same of records that no area has a word on; a part is of the stores that its whole is of. */
export async function demandStoresOf(
  resource: Scoped,
  { trx }: Pick<Work, 'trx'>,
  records: readonly Values[],
): Promise<void> {
  const { storeIds, parent, fields } = resource
  if (storeIds === null) return
  if (isOfStores(resource)) for (const record of records) demandAll(resource, record, resource)
  const whole = parent === undefined ? undefined : fields[parent]?.to
  if (parent === undefined || !whole || !isOfStores(whole)) return
  const ids = records.map((record) => Number(record[parent]))
  // One that is not there for who asks is told where references are.
  const { rows } = await sql<Values>`
    select store_ids from ${rowsOf(whole, storeIds)} where id = any(${ids}::int[])`.execute(trx)
  for (const row of rows) demandAll(resource, row, resource)
}

/** None are all. */
function demandAll(
  { title }: Pick<Resource, 'title'>,
  { storeIds }: Values,
  who: Pick<Scoped, 'storeIds'>,
): void {
  const ofIt = Array.isArray(storeIds) ? storeIds.map(Number) : []
  if (ofIt.length > 0) return demandStores({ title }, ofIt, who)
  throw noPermission(recordMessages.allStoresNeeded(title.one))
}
