import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { formatKeys, createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { loadMigratedDatabase } from '#tests/support/servers/platform.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  chargerNames,
  insertPaymentSetups,
  startPaymentProviders,
} from '#tests/api/support/chargedSetups.ts'
import { chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'
import { startProgram } from '#tests/api/support/startProgram.ts'

const kills = ['before the call', 'after the call', 'before the commit'] as const

describe.each(chooseDatabases('PostgreSQL'))(
  'Charges by a process that is killed on $name',
  (database) => {
    test(`killed ${kills.join(', ')}, the next process continues and no provider charges twice`, async () => {
      await using folder = await createTemporaryFolder()
      const chargers = await startPaymentProviders()
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
      const [member] = await insertRows(platform, members, [
        { ...buildSampleValues(members), storeId },
      ])
      await insertPaymentSetups(platform, storeId)
      const failedAt = new Date().toISOString()
      const orders: number[] = []
      for (const gateway of chargerNames) {
        const code = {
          stripe: 'insufficient_funds',
          adyen: '12',
          paypal: '5120',
          braintree: '2001',
        }
        const decline = { code: code[gateway] }
        const card = { brand: 'visa', last4: '1111' }
        const failure = { gateway, decline, card, amount: 5000, currency: 'JPY' }
        orders.push(
          await insertFailedOrder(initial.db, {
            storeId,
            at: failedAt,
            reference: 'failed1',
            ...failure,
          }),
        )
      }
      const expiredOrder = await insertFailedOrder(initial.db, {
        storeId,
        at: failedAt,
        reference: 'failed2',
        currency: 'KWD',
      })
      const slowOrder = await insertFailedOrder(initial.db, {
        storeId,
        at: failedAt,
        gateway: 'adyen',
        decline: { code: '12' },
        reference: 'failed3',
        card: { brand: 'visa', last4: '1111' },
      })
      await sql`update orders set member_id = ${member?.id}`.execute(initial.db)
      await initial.close()

      const runProcess = async (kill: string, minutes: number, orderIds = orders) => {
        const env = {
          PATH: process.env['PATH'] ?? '',
          ORDERS: JSON.stringify(orderIds),
          ENDPOINTS: JSON.stringify(chargers.endpoints),
          KEYS: formatKeys(keys),
          MINUTES: String(minutes),
          KILL: kill,
          ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
        }
        const program = await startProgram('chargeProgram', env)
        const [code, signal] = await once(program, 'close')
        return signal ?? code
      }
      for (const [turn, kill] of kills.entries())
        expect(await runProcess(kill, 3 * turn)).toBe('SIGKILL')
      expect(await runProcess('', 9)).toBe(0)

      // After a day the provider has forgotten the key and would charge a second time.
      expect(await runProcess('after the call', 0, [expiredOrder])).toBe('SIGKILL')
      expect(chargers.charges().stripe).toBe(2)
      chargers.stripe.charges.delete(`order-${expiredOrder}-attempt-2`)
      expect(await runProcess('', 24 * 60, [expiredOrder])).toBe(0)

      // The provider is slow: after a killed process, the next one gets the same payment.
      chargers.adyen.state.resultCode = 'Received'
      expect(await runProcess('after the call', 0, [slowOrder])).toBe('SIGKILL')
      expect(await runProcess('before the commit', 3, [slowOrder])).toBe('SIGKILL')
      expect(await runProcess('', 6, [slowOrder])).toBe(0)

      expect(chargers.charges()).toEqual({ stripe: 1, adyen: 2, paypal: 1, braintree: 1 })
      expect([...chargers.adyen.charges.keys()]).toEqual([
        `order-${orders[1]}-attempt-2`,
        `order-${slowOrder}-attempt-2`,
      ])
      expect(chargers.braintree.charges).toMatchObject([
        { orderId: `order-${orders[3]}-attempt-2`, amount: '5000' },
      ])
      const { db, close } = await openDatabase()
      const { rows: attempts } = await sql`
        select payment_attempts.status, orders.status as "of", recovered, charges from payment_attempts
        join orders on orders.id = order_id,
          lateral (select sum(payments_recovered)::int as recovered from store_days) as days,
          lateral (select count(*)::int as charges from payment_charges where state = 'paid') as made
        where order_id = any(${orders}::int[])`.execute(db)
      const { rows: unclear } = await sql`
        select status, unclear, state from payment_attempts as attempt
        join payment_charges as charge on charge.order_id = attempt.order_id
        where attempt.order_id = ${expiredOrder}`.execute(db)
      const { rows: processing } = await sql`
        select status, state, charge.reference from payment_attempts as attempt
        join payment_charges as charge on charge.order_id = attempt.order_id
        where attempt.order_id = ${slowOrder}`.execute(db)
      expect(processing).toEqual([
        { status: 'processing', state: 'processing', reference: 'PSP-again-2' },
      ])
      expect(unclear).toEqual([{ status: 'open', unclear: true, state: 'unknown' }])
      const expected = { status: 'recovered', of: 'paid', recovered: 4, charges: 4 }
      expect(attempts).toEqual([expected, expected, expected, expected])
      await close()
      chargers.stop()
    }, 120_000)
  },
)
