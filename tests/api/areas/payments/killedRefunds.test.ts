import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { formatKeys, createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  chargerNames,
  insertPaymentSetups,
  startPaymentProviders,
} from '#tests/api/support/chargedSetups.ts'
import { chooseDatabases } from '#tests/api/support/databases.ts'
import { insertPaidOrder } from '#tests/api/support/orders.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'
import { buildSampleValues, insertRows } from '#tests/api/support/records.ts'
import { loadMigratedDatabase } from '#tests/support/servers/platform.ts'
import { startProgram } from '#tests/api/support/startProgram.ts'

const kills = ['before the call', 'after the call', 'before the commit'] as const

describe.each(chooseDatabases('PostgreSQL'))(
  'Refunds by a process that is killed on $name',
  (database) => {
    test(`killed ${kills.join(', ')}, the next process continues and no provider refunds twice`, async () => {
      await using folder = await createTemporaryFolder()
      const providers = await startPaymentProviders()
      const url = await database.make()
      const path = join(folder.path, 'database')
      const openDatabase = () =>
        url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
      const initial = url
        ? await openDatabase()
        : await openEmbeddedDatabase({ folder: path, content: await loadMigratedDatabase() })
      await migrate(initial.db)
      const keys = [createKey()]
      // Inserting rows needs only these parts of a platform.
      const parts = { db: initial.db, now: () => new Date(), secrets: new KeyRing(keys) }
      const platform = { platform: parts } as never
      const references = { themeId: null, organisationId: null }
      const [store] = await insertRows(platform, stores, [
        { ...buildSampleValues(stores), ...references },
      ])
      const storeId = store?.id ?? 0
      await insertPaymentSetups(platform, storeId)
      const at = new Date().toISOString()
      for (const gateway of chargerNames) {
        const reference = `${gateway}-paid`
        const order = await insertPaidOrder(initial.db, { gateway, storeId, at, reference })
        await sql`insert into payment_refunds (store_id, order_id, charge_id, amount, currency, gateway, reason, as_credits,
            state, key, created_at, created_by, updated_at, updated_by)
          select store_id, order_id, id, 1000, currency, gateway, 'Charged twice', false, 'requested',
            ${`order-${order.orderId}-refund-1`}, ${at}, 'ana@example.com', ${at}, 'ana@example.com'
          from payment_charges where id = ${order.chargeId}`.execute(initial.db)
      }
      await initial.close()

      const runProcess = async (kill: string, minutes: number) => {
        const env = {
          PATH: process.env['PATH'] ?? '',
          ENDPOINTS: JSON.stringify(providers.endpoints),
          KEYS: formatKeys(keys),
          MINUTES: String(minutes),
          KILL: kill,
          ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
        }
        const program = await startProgram('refundProgram', env)
        const [code, signal] = await once(program, 'close')
        return signal ?? code
      }
      // The pauses between two requests double, beginning with 2 minutes.
      for (const [turn, kill] of kills.entries())
        expect(await runProcess(kill, 10 * turn)).toBe('SIGKILL')
      expect(await runProcess('', 60)).toBe(0)

      const { stripe, adyen, paypal, braintree } = providers
      expect([
        stripe.refunds.size,
        adyen.refunds.size,
        paypal.refunds.size,
        braintree.refunds.length,
      ]).toEqual([1, 1, 1, 1])
      const { db, close } = await openDatabase()
      const { rows: refunds } = await sql<{ gateway: string; state: string }>`
        select gateway, state from payment_refunds where reference is not null order by id`.execute(
        db,
      )
      expect(refunds).toEqual([
        { gateway: 'stripe', state: 'succeeded' },
        { gateway: 'adyen', state: 'processing' },
        { gateway: 'paypal', state: 'succeeded' },
        { gateway: 'braintree', state: 'processing' },
      ])
      const { rows: entries } = await sql<{ count: number }>`
        select count(*)::int as count from audit where event like 'paymentRefunds.%'`.execute(db)
      expect(entries).toEqual([{ count: chargerNames.length }])
      await close()
      providers.stop()
    }, 120_000)
  },
)
