import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { findUses } from '#server/platform/core/records/uses.ts'
import type { Dependent } from '#server/platform/core/records/uses.ts'
import { storeCallMessages } from './messages.ts'

const createStoreDependent = (
  kind: string,
  table: string,
  order: string,
  example: RawBuilder<unknown> = sql`'#' || id`,
): Dependent => ({
  kind,
  permission: getResource(table)?.permission ?? '',
  rows: () => sql.table(table),
  refersTo: (id) => sql`store_id = ${id}`,
  example,
  order: sql.ref(order),
})

const nameColumn = sql.ref('name')

const storeDependents: readonly Dependent[] = [
  { ...createStoreDependent('member', 'members', 'name', nameColumn), order: sql`lower(name)` },
  {
    ...createStoreDependent(storeCallMessages.memberGroup, 'memberGroups', 'name', nameColumn),
    order: sql`lower(name)`,
  },
  { ...createStoreDependent('product', 'products', 'name', nameColumn), order: sql`lower(name)` },
  createStoreDependent('order', 'orders', 'placedAt'),
  createStoreDependent(
    storeCallMessages.ledgerEntry,
    'creditEntries',
    'enteredAt',
    sql.ref('reason'),
  ),
  createStoreDependent(storeCallMessages.giftCard, 'giftCards', 'sentAt'),
]

/** GET /stores/ID/uses */
export async function handleListStoreUses(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { id } = await loadRecord(db, limitToCaller(caller, stores), parseRecordId(stores, request))
  return { status: 200, body: { data: await findUses(storeDependents, db, id, caller) } }
}
