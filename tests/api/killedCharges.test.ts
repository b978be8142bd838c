import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openEmbedded, openServer } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrations/index.ts'
import { migratedDatabase } from '#tests/support/platform.ts'
import { databases } from './support/databases.ts'
import { stores } from '#shared/resources/stores.ts'
import { insertRows, sampleValues } from './support/records.ts'
import { failedOrder } from './support/orders.ts'
import { temporaryFolder } from './support/processes.ts'

const kills = ['before the call', 'after the call', 'before the commit'] as const

describe.each(databases)('a charge whose program is killed on $name', (database) => {
  test(`${kills.join(', ')}: the next one goes on, and the member is charged once`, async () => {
    await using folder = await temporaryFolder()
    const url = await database.make()
    const path = join(folder.path, 'database')
    const ledger = join(folder.path, 'ledger')
    const open = () => (url ? openServer(url, () => {}) : openEmbedded({ folder: path }))
    const first = url
      ? await open()
      : await openEmbedded({ folder: path, content: await migratedDatabase() })
    await migrate(first.db)
    // All that it takes of a platform.
    const platform = { platform: { db: first.db, now: () => new Date() } } as never
    const [store] = await insertRows(platform, stores, [
      { ...sampleValues(stores), themeId: null, organisationId: null },
    ])
    const order = await failedOrder(first.db, {
      storeId: store?.id ?? 0,
      at: new Date().toISOString(),
      amount: 5000,
      currency: 'JPY',
    })
    await first.close()

    const charge = async (kill: string) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        ORDER: String(order),
        LEDGER: ledger,
        KILL: kill,
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
      }
      const [code, signal] = await once(
        fork('tests/api/support/chargeProgram.ts', { env }),
        'close',
      )
      return signal ?? code
    }
    for (const kill of kills) expect(await charge(kill)).toBe('SIGKILL')
    expect(await charge('')).toBe(0)

    expect(await readFile(ledger, 'utf8')).toBe(`order-${order}-attempt-2 5000\n`)
    const { db, close } = await open()
    const { rows: kept } = await sql`
        select payment_attempts.status, orders.status as "of", recovered, charges from payment_attempts
        join orders on orders.id = order_id,
          lateral (select sum(payments_recovered)::int as recovered from store_days) as days,
          lateral (select count(*)::int as charges from payment_charges where state = 'paid') as made`.execute(
      db,
    )
    expect(kept).toEqual([{ status: 'recovered', of: 'paid', recovered: 1, charges: 1 }])
    await close()
  }, 120_000)
})
