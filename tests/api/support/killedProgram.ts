import { once } from 'node:events'
import { join } from 'node:path'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createKey, formatKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadMigratedDatabase } from '#tests/support/servers/platform.ts'
import { startProgram, type ProgramName } from './startProgram.ts'

/** The points at which a program kills itself, in the order in which it gets there. */
export const killPoints = ['before the request', 'after the request', 'before the commit'] as const

/**
 * Prepares a database for programs that are killed, and returns how to run one and how to look at
 * what it left. `insert` adds the rows that it works on.
 */
export async function prepareKilledProgram(
  { url, folder, program }: { url: string | undefined; folder: string; program: ProgramName },
  insert: (db: Connection, keyRing: KeyRing) => Promise<void>,
) {
  const path = join(folder, 'database')
  const openDatabase = () =>
    url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
  const initial = url
    ? await openDatabase()
    : await openEmbeddedDatabase({ folder: path, content: await loadMigratedDatabase() })
  await migrate(initial.db)
  const keys = [createKey()]
  await insert(initial.db, new KeyRing(keys))
  await initial.close()
  return {
    openDatabase,
    /** Runs the program with a clock that is minutes ahead. Returns its signal or exit code. */
    async run(kill: string, minutes: number, more: Record<string, string> = {}) {
      const env = {
        PATH: process.env['PATH'] ?? '',
        KEYS: formatKeys(keys),
        MINUTES: String(minutes),
        KILL: kill,
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
        ...more,
      }
      const child = await startProgram(program, env)
      const [code, signal] = await once(child, 'close')
      return signal ?? code
    },
  }
}
