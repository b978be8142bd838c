import { join } from 'node:path'
import { openEmbeddedDatabase, openServerDatabase } from '../database/database.ts'
import { noTimeouts } from '../database/databaseTimeouts.ts'
import { lockDataFolder, prepareDataFolder } from '../database/dataFolder.ts'
import { migrate } from '../database/migrate.ts'
import { readSettings } from '../settings.ts'
import type { DemoDataOptions } from './insertDemoData.ts'
import { addDemoData } from './seed.ts'

/**
 * Adds demo data to the database in the settings. An embedded one must not be in use. Resolves to
 * the number of rows. Throws a `StartupError`.
 */
export async function seedDatabase(
  environment: Record<string, string | undefined>,
  options: Pick<DemoDataOptions, 'size' | 'seed' | 'onRows'>,
): Promise<number> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = readSettings(environment)
  // Loading many rows disables triggers, which only the owner of the tables can do.
  const ownerUrl = databaseOwnerUrl ?? databaseUrl
  if (ownerUrl !== null)
    return fillDatabase(await openServerDatabase(ownerUrl, () => {}, 10, noTimeouts), options)
  prepareDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  try {
    return await fillDatabase(
      await openEmbeddedDatabase({ folder: join(dataDir, 'database') }),
      options,
    )
  } finally {
    unlock()
  }
}

async function fillDatabase(
  { db, close }: Awaited<ReturnType<typeof openServerDatabase>>,
  options: Pick<DemoDataOptions, 'size' | 'seed' | 'onRows'>,
): Promise<number> {
  try {
    await migrate(db)
    return await addDemoData(db, { ...options, now: new Date(), author: 'platform' })
  } finally {
    await close()
  }
}
