import { sql } from 'kysely'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import type { Platform } from '../platform.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import type { Connection } from '../schema.ts'

/** How many examples are given of a kind. */
const examplesShown = 3

/** Something that belongs to a store or an organisation, and what an example of it is called. */
type Dependent = { kind: string; table: string; column: string; label: string; order: string }

const ofStores: readonly Dependent[] = [
  { kind: 'member', table: 'members', column: 'storeId', label: 'name', order: 'name' },
  { kind: 'member group', table: 'memberGroups', column: 'storeId', label: 'name', order: 'name' },
  { kind: 'order', table: 'orders', column: 'storeId', label: 'id', order: 'placedAt' },
  {
    kind: 'credit movement',
    table: 'creditEntries',
    column: 'storeId',
    label: 'reason',
    order: 'enteredAt',
  },
  { kind: 'gift card', table: 'giftCards', column: 'storeId', label: 'id', order: 'sentAt' },
]

const ofOrganisations: readonly Dependent[] = [
  { kind: 'store', table: 'stores', column: 'organisationId', label: 'name', order: 'name' },
]

const usesBy =
  (dependents: readonly Dependent[]) =>
  async (connection: Connection, id: number): Promise<Uses> => {
    const found: Uses = []
    // One after the other: inside a transaction there is one connection.
    for (const { kind, table, column, label, order } of dependents) {
      const { rows } = await sql<{ count: number; examples: string[] }>`
        select count(*) as count, array(
          select ${label === 'id' ? sql`'#' || id` : sql.ref(label)} from ${sql.table(table)}
          where ${sql.ref(column)} = ${id}
          order by ${label === 'name' ? sql`lower(name)` : sql.ref(order)}, id
          limit ${examplesShown}) as examples
        from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(connection)
      const { count = 0, examples = [] } = rows[0] ?? {}
      if (count > 0) found.push({ kind, count, examples })
    }
    return found
  }

/** What goes with a store when it is deleted. */
export const usesOfStore = usesBy(ofStores)

/** What keeps an organisation from being deleted. */
export const usesOfOrganisation = usesBy(ofOrganisations)

/** GET /stores/ID/uses */
export async function answerStoreUses(asked: Asked, { db }: Platform): Promise<Answer> {
  const { id } = await readRecord(db, stores, recordIdOf(stores, asked))
  return { status: 200, body: { data: await usesOfStore(db, id) } }
}
