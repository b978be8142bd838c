import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startRuna, buildRunaState } from '#scripts/mockProviders/runa.ts'
import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { reserveCard } from '#server/platform/areas/giftCards/reserveCard.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { loadMigratedDatabase } from '#tests/support/servers/platform.ts'
import { chooseDatabases } from '#tests/api/support/databases.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { startProgram } from '#tests/api/support/startProgram.ts'

const killPoints = ['before the call', 'after the call', 'before the commit'] as const

describe.each(chooseDatabases('PostgreSQL'))('Killed gift card orders on $name', (database) => {
  test(`a process killed ${killPoints.join(', ')} still sends one card and one email`, async () => {
    await using folder = await createTemporaryFolder()
    const runa = await startRuna({
      products: buildRunaState()
        .products.slice(0, 1)
        .map((one) => ({ ...one, code: 'BOOK-JP', currency: 'JPY' })),
    })
    const url = await database.make()
    const path = join(folder.path, 'database')
    const open = () =>
      url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
    const first = url
      ? await open()
      : await openEmbeddedDatabase({ folder: path, content: await loadMigratedDatabase() })
    await migrate(first.db)
    const bytes = randomBytes(32)
    const secrets = new KeyRing([{ id: 'k1', bytes }])
    // The insertRows helper uses only these parts of a platform.
    const platform = { platform: { db: first.db, now: () => new Date() } } as never
    const [account] = await insertRows(platform, giftCardSetup, [
      { ...buildSampleValues(giftCardSetup), maxAmount: null, dailyCap: null, monthlyCap: null },
    ])
    const sealContext = { table: 'giftCardSetup', column: 'apiKey', id: account?.id ?? 0 }
    const sealedKey = secrets.seal(sealContext, runa.state.apiKey)
    await sql`update gift_card_setup set state = 'active', api_key_sealed = ${sealedKey}`.execute(
      first.db,
    )
    const [product] = await insertRows(platform, giftCardProducts, [
      {
        ...buildSampleValues(giftCardProducts),
        code: 'BOOK-JP',
        currency: 'JPY',
        minAmount: null,
        maxAmount: null,
      },
    ])
    const [template] = await insertRows(platform, giftCardTemplates, [
      {
        ...buildSampleValues(giftCardTemplates),
        currency: 'JPY',
        productIds: [product?.id],
        minAmount: 100,
        maxAmount: 400,
        step: 100,
        monthlyCap: 400,
        delivery: 'email',
        paused: false,
        startsAt: null,
        endsAt: null,
      },
    ])
    const card = await first.db.transaction().execute((trx) =>
      reserveCard(
        { trx, platform: { secrets }, now: new Date().toISOString() },
        {
          templateId: template?.id ?? 0,
          productId: null,
          storeId: null,
          recipient: 'a@example.com',
          amount: 400,
          isTest: true,
        },
      ),
    )
    await first.close()

    const send = async (kill: string) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        CARD: String(card),
        RUNA: runa.url,
        KEY: bytes.toString('base64'),
        KILL: kill,
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
      }
      const childProcess = await startProgram('giftCardProgram', env)
      const [code, signal] = await once(childProcess, 'close')
      return signal ?? code
    }
    for (const kill of killPoints) expect(await send(kill)).toBe('SIGKILL')
    expect(await send('')).toBe(0)

    expect(runa.state.orderCount).toBe(1)
    expect(runa.state.balances['JPY']).toMatch(/^44600(\.00)?$/)
    const { db, close } = await open()
    const { rows } =
      await sql`select gift_cards.status, amount::int as amount, sent_this_month::int as sent,
        (select count(*)::int from mails) as mails
      from gift_cards join gift_card_templates on gift_card_templates.id = template_id`.execute(db)
    expect(rows).toEqual([{ status: 'sent', amount: 400, sent: 400, mails: 1 }])
    await close()
    runa.stop()
  }, 240_000)
})
