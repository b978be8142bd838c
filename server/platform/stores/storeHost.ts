import { sql } from 'kysely'
import type { Platform } from '../platform.ts'

/** Tells the database the host that stores are at; where it is another one than before, every store's address is written anew. */
export async function keepStoreHost({ db, storesHost }: Platform): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update store_host set host = ${storesHost} where host <> ${storesHost} returning host`.execute(
      trx,
    )
    if (rows.length > 0)
      await sql`update stores set subdomain = subdomain where domain is null`.execute(trx)
  })
}
