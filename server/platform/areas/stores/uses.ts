import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { resourceNamed } from '#shared/areas/index.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { usesBy } from '#server/platform/core/records/uses.ts'
import type { Dependent } from '#server/platform/core/records/uses.ts'
import { storeCallMessages } from './messages.ts'

const ofStore = (
  kind: string,
  table: string,
  order: string,
  example: RawBuilder<unknown> = sql`'#' || id`,
): Dependent => ({
  kind,
  permission: resourceNamed(table)?.permission ?? '',
  rows: () => sql.table(table),
  refersTo: (id) => sql`store_id = ${id}`,
  example,
  order: sql.ref(order),
})

const name = sql.ref('name')

const ofStores: readonly Dependent[] = [
  { ...ofStore('member', 'members', 'name', name), order: sql`lower(name)` },
  {
    ...ofStore(storeCallMessages.memberGroup, 'memberGroups', 'name', name),
    order: sql`lower(name)`,
  },
  { ...ofStore('product', 'products', 'name', name), order: sql`lower(name)` },
  ofStore('order', 'orders', 'placedAt'),
  ofStore(storeCallMessages.ledgerEntry, 'creditEntries', 'enteredAt', sql.ref('reason')),
  ofStore(storeCallMessages.giftCard, 'giftCards', 'sentAt'),
]

/** GET /stores/ID/uses */
export async function answerStoreUses(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const { id } = await readRecord(db, scopedTo(caller, stores), recordIdOf(stores, asked))
  return { status: 200, body: { data: await usesBy(ofStores, db, id, caller) } }
}
