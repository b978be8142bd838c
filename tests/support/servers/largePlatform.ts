import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey, formatKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { openServerDatabase } from '#server/platform/database/database.ts'
import { noTimeouts } from '#server/platform/database/databaseTimeouts.ts'
import { seedEmptyDatabase } from '#server/platform/seed/seed.ts'
import { startPlatform } from './consoleProcess.ts'
import { createDatabase } from './newDatabase.ts'

/** Many stores with everything that belongs to a store, but few members, which take the time. */
const size = { stores: 5000, members: 2000, orders: 1000, logs: 1000, days: 1 }

/** Starts the reference platform as a process, with 5,000 demo stores, which takes 20 s. */
export async function startLargePlatform(env: Record<string, string> = {}) {
  const url = await createDatabase('migrated')
  const key = createKey()
  const { db, close } = await openServerDatabase(url, () => {}, 10, noTimeouts)
  const secrets = new KeyRing([key])
  await seedEmptyDatabase({ db, now: () => new Date(), secrets }, 'platform', size)
  await close()
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  const settings = { DATABASE_URL: url, SECRET_KEYS: formatKeys([key]) }
  const platform = await startPlatform(folder, { ...settings, ...env })
  return {
    ...platform,
    async stop() {
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
