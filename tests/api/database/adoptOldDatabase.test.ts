import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { verifyChainBatch } from '#server/platform/areas/logs/chain.ts'
import { loadOrCreateKeys } from '#server/platform/core/secrets/keyFile.ts'
import { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations, squashedMigrations } from '#server/platform/database/migrations/index.ts'
import { addColumns, decimal, optional } from '#server/platform/database/migrations/tables.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { startupMessages } from '#server/platform/messages.ts'
import { readSettings, StartupError } from '#server/platform/settings.ts'
import { startPlatform } from '#server/platform/start.ts'
import { createCaller } from '#tests/api/support/calling.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'

const loadNames = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Makes a migrated database look as if the first migrations of version 0.1 had created it. */
async function recordOldMigrations(db: Kysely<Database>, count: number): Promise<void> {
  await sql`delete from kysely_migration`.execute(db)
  await sql`insert into kysely_migration (name, timestamp)
    select lpad(number::text, 3, '0') || '_old', now()::text
    from generate_series(1, ${count}::int) as number`.execute(db)
}

/** Extracts the data folder that version 0.1 created. */
function extractDataFolder(folder: string): void {
  const tar = brotliDecompressSync(readFileSync('tests/cases/dataFolder-0.1/dataFolder.tar.br'), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  })
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar })
}

const startOn = (folder: string) =>
  startPlatform(
    readSettings({ DATA_DIR: folder, PLATFORM_PORT: '0', DEMO_DATA: 'none' }),
    pino({ level: 'silent' }),
  )

describe('A data folder of version 0.1', () => {
  test('is taken over with its records, ledger, logs, and secrets', async () => {
    await using folder = await createTemporaryFolder()
    extractDataFolder(folder.path)
    const platform = await startOn(folder.path)
    const signIn = { email: 'operator@example.com', password: 'Quiet-harbor-4471' }
    const { body } = await createCaller(platform)('POST', '/auth/login', { body: signIn })
    const call = createCaller(platform, body.token)
    const load = async (path: string) => (await call('GET', path)).body.data
    expect(await load('/stores')).toMatchObject([{ name: 'Acme Rewards', members: 1 }])
    expect(await load('/colors?search=creme')).toMatchObject([{ code: 'CREME', family: 'Beige' }])
    expect(await load('/smtpSettings')).toMatchObject([{ password: { set: true } }])
    expect(await load('/jobs')).toMatchObject([{ kind: 'colors.change', status: 'done' }])
    const debit = { type: 'debit', amount: 20, unit: 'points', reason: 'Pen' }
    const request = { storeId: 1, memberId: 1, ...debit }
    expect((await call('POST', '/creditRequests', { body: request })).status).toBe(201)
    const ledger = await load('/creditEntries?sort=enteredAt')
    expect(ledger.map(({ balance }: { balance: number }) => balance)).toEqual([100, 70, 50])
    await platform.stop()

    const { db, close } = await openEmbeddedDatabase({ folder: join(folder.path, 'database') })
    expect(await loadNames(db)).toEqual(Object.keys(migrations))
    const secrets = new KeyRing(loadOrCreateKeys(folder.path).keys)
    for (const chain of [0, 1]) {
      const { fault, checked } = await verifyChainBatch({ db, secrets }, chain, 0)
      expect([fault, checked > 1]).toEqual([null, true])
    }
    await close()
  })

  test('is rejected if it missed an old migration, and stays as it is', async () => {
    await using folder = await createTemporaryFolder()
    extractDataFolder(folder.path)
    const open = () => openEmbeddedDatabase({ folder: join(folder.path, 'database') })
    const before = await open()
    await sql`delete from kysely_migration where name = '236_waitingMail'`.execute(before.db)
    const names = await loadNames(before.db)
    await before.close()
    await expect(startOn(folder.path)).rejects.toThrow(
      new StartupError(startupMessages.databaseTooOld),
    )
    const after = await open()
    expect(await loadNames(after.db)).toEqual(names)
    await after.close()
  })
})

describe.runIf(hasPostgres)('A PostgreSQL database of version 0.1', () => {
  const openMigrated = async () => openServerDatabase(await createDatabase('migrated'), () => {})

  test('is taken over once by replicas that start at once, and then gets later migrations', async () => {
    const { db, close } = await openMigrated()
    await recordOldMigrations(db, 108)
    const addWeight: Migration = {
      up: (trx) => addColumns(trx, 'sizes', { weight: optional(decimal) }),
    }
    const all = { ...squashedMigrations, '9999_sizeWeight': addWeight }
    await Promise.all(Array.from({ length: 4 }, () => migrate(db, { all })))
    expect(await loadNames(db)).toEqual(Object.keys(all))
    const { rows } =
      await sql`select from pg_indexes where indexname = 'sizes_weight_sort_idx'`.execute(db)
    expect(rows).toHaveLength(1)
    await close()
  })

  test('is rejected if it is older', async () => {
    const { db, close } = await openMigrated()
    await recordOldMigrations(db, 107)
    await expect(migrate(db)).rejects.toThrow(new StartupError(startupMessages.databaseTooOld))
    expect(await loadNames(db)).toHaveLength(107)
    await close()
  })
})
