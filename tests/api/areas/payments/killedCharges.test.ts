import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrations/index.ts'
import { formatKeys, createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { migratedDatabase } from '#tests/support/servers/platform.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { chargerNames, insertSetups, startChargers } from '#tests/api/support/chargedSetups.ts'
import { usually } from '#tests/api/support/databases.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { temporaryFolder } from '#tests/api/support/processes.ts'

const kills = ['before the call', 'after the call', 'before the commit'] as const

describe.each(usually('PostgreSQL'))('charges whose program is killed on $name', (database) => {
  test(`${kills.join(', ')}: the next one goes on, and no provider charges twice`, async () => {
    await using folder = await temporaryFolder()
    const chargers = await startChargers()
    const url = await database.make()
    const path = join(folder.path, 'database')
    const open = () =>
      url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
    const first = url
      ? await open()
      : await openEmbeddedDatabase({ folder: path, content: await migratedDatabase() })
    await migrate(first.db)
    const keys = [createKey()]
    // All that it takes of a platform.
    const known = { db: first.db, now: () => new Date(), secrets: new KeyRing(keys) }
    const platform = { platform: known } as never
    const of = { themeId: null, organisationId: null }
    const [store] = await insertRows(platform, stores, [{ ...sampleValues(stores), ...of }])
    const storeId = store?.id ?? 0
    const [member] = await insertRows(platform, members, [{ ...sampleValues(members), storeId }])
    await insertSetups(platform, storeId)
    const at = new Date().toISOString()
    const orders: number[] = []
    for (const gateway of chargerNames) {
      const code = { stripe: 'insufficient_funds', adyen: '12', paypal: '5120', braintree: '2001' }
      const decline = { code: code[gateway] }
      const card = { brand: 'visa', last4: '1111' }
      const failed = { gateway, decline, card, amount: 5000, currency: 'JPY' }
      orders.push(await failedOrder(first.db, { storeId, at, reference: 'failed1', ...failed }))
    }
    const late = await failedOrder(first.db, { storeId, at, reference: 'failed2', currency: 'KWD' })
    const slow = await failedOrder(first.db, {
      storeId,
      at,
      gateway: 'adyen',
      decline: { code: '12' },
      reference: 'failed3',
      card: { brand: 'visa', last4: '1111' },
    })
    await sql`update orders set member_id = ${member?.id}`.execute(first.db)
    await first.close()

    const charge = async (kill: string, minutes: number, which = orders) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        ORDERS: JSON.stringify(which),
        ENDPOINTS: JSON.stringify(chargers.endpoints),
        KEYS: formatKeys(keys),
        MINUTES: String(minutes),
        KILL: kill,
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
      }
      const program = fork('tests/api/support/chargeProgram.ts', { env })
      const [code, signal] = await once(program, 'close')
      return signal ?? code
    }
    for (const [turn, kill] of kills.entries()) expect(await charge(kill, 3 * turn)).toBe('SIGKILL')
    expect(await charge('', 9)).toBe(0)

    // Nobody comes for a day, and the provider forgets: asked again it would charge anew.
    expect(await charge('after the call', 0, [late])).toBe('SIGKILL')
    expect(chargers.charges().stripe).toBe(2)
    chargers.stripe.charged.delete(`order-${late}-attempt-2`)
    expect(await charge('', 24 * 60, [late])).toBe(0)

    // The provider takes its time: killed after the call, the next process hears of the same payment.
    chargers.adyen.state.resultCode = 'Received'
    expect(await charge('after the call', 0, [slow])).toBe('SIGKILL')
    expect(await charge('before the commit', 3, [slow])).toBe('SIGKILL')
    expect(await charge('', 6, [slow])).toBe(0)

    expect(chargers.charges()).toEqual({ stripe: 1, adyen: 2, paypal: 1, braintree: 1 })
    expect([...chargers.adyen.charged.keys()]).toEqual([
      `order-${orders[1]}-attempt-2`,
      `order-${slow}-attempt-2`,
    ])
    expect(chargers.braintree.charged).toMatchObject([
      { orderId: `order-${orders[3]}-attempt-2`, amount: '5000' },
    ])
    const { db, close } = await open()
    const { rows: kept } = await sql`
        select payment_attempts.status, orders.status as "of", recovered, charges from payment_attempts
        join orders on orders.id = order_id,
          lateral (select sum(payments_recovered)::int as recovered from store_days) as days,
          lateral (select count(*)::int as charges from payment_charges where state = 'paid') as made
        where order_id = any(${orders}::int[])`.execute(db)
    const { rows: unclear } = await sql`
        select status, unclear, state from payment_attempts as attempt
        join payment_charges as charge on charge.order_id = attempt.order_id
        where attempt.order_id = ${late}`.execute(db)
    const { rows: processing } = await sql`
        select status, state, charge.reference from payment_attempts as attempt
        join payment_charges as charge on charge.order_id = attempt.order_id
        where attempt.order_id = ${slow}`.execute(db)
    expect(processing).toEqual([
      { status: 'processing', state: 'processing', reference: 'PSP-again-2' },
    ])
    expect(unclear).toEqual([{ status: 'open', unclear: true, state: 'unknown' }])
    const all = { status: 'recovered', of: 'paid', recovered: 4, charges: 4 }
    expect(kept).toEqual([all, all, all, all])
    await close()
    chargers.stop()
  }, 120_000)
})
