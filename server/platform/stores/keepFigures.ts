import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { refreshStoreCounts } from './counts.ts'
import { refreshStores } from './figures.ts'
import { holdStores, settleStores } from './settleStores.ts'

const figuresLock = sql`hashtext('store figures')`

/** Stores whose figures are kept at once: nobody waits long for one of them. */
const atOnce = 100

/** Days pass and orders come: brings all stores up to date, unless another replica is at it. */
export async function keepStoreFigures({ db, now }: Platform): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${figuresLock}) as taken`.execute(connection)
    if (!rows[0]?.taken) return
    try {
      await settleLeft(connection, now())
      for (const ids of await allStores(connection))
        await connection.transaction().execute(async (trx) => {
          await holdStores(trx, ids)
          await refreshStores(trx, now(), ids)
        })
      await refreshStoreCounts(connection)
    } finally {
      await sql`select pg_advisory_unlock(${figuresLock})`.execute(connection)
    }
  })
}

/** What was marked by whoever writes to the database without this platform. */
export const settleLeft = (connection: Connection, now: Date): Promise<void> =>
  connection.transaction().execute((trx) => settleStores(trx, now))

async function allStores(connection: Connection): Promise<number[][]> {
  const { rows } = await sql<{ id: number }>`select id from stores order by id`.execute(connection)
  const ids = rows.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, at) =>
    ids.slice(at * atOnce, (at + 1) * atOnce),
  )
}
