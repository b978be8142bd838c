import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'
import { catalogs, categories, productColours, productKinds } from './catalogue.ts'
import { members } from './members.ts'
import { sizes } from './sizes.ts'

/**
 * Gives a new platform something to look at. New is one whose audit log is empty: nobody has signed in yet, and since
 * the log is append-only this stays untrue once somebody has, so that what an operator deleted does not come back.
 */
export async function seedEmptyDatabase({ db, now }: Platform, author: string): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(trx)
    const used = await trx.selectFrom('audit').select('id').limit(1).executeTakeFirst()
    if (used) return
    const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
    const insert = (table: string, records: object[]) =>
      recordTables(trx)
        .insertInto(table)
        .values(records.map((record) => ({ ...record, ...stamp })))
        .execute()
    await insert('sizes', sizes)
    await insert('catalogs', catalogs)
    await insert('categories', categories)
    await insert('members', members())
    await insertProducts(trx)
    await trx
      .insertInto('audit')
      .values({
        time: at,
        actor: 'platform',
        event: 'platform.prepared',
        targetType: null,
        targetId: null,
        label: null,
        requestId: 'start',
        ip: '',
        changes: '{}',
      })
      .execute()
  })
}

/** Every kind in every colour, in all sizes of its groups: what keeps those sizes from being deleted. */
async function insertProducts(trx: Connection): Promise<void> {
  const products = productColours.flatMap((colour, row) =>
    productKinds.map(({ name }, column) => ({
      name: `${name}, ${colour.toLowerCase()}`,
      code: `P-${1001 + row * productKinds.length + column}`,
    })),
  )
  await trx.insertInto('products').values(products).execute()
  for (const { name, groups } of productKinds)
    await sql`insert into product_sizes (product_id, size_id)
      select products.id, sizes.id from products, sizes
      where products.name like ${`${name},%`} and sizes."group" = any(${[...groups]})`.execute(trx)
}
