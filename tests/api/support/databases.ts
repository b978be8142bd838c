import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { startTestPlatform } from '#tests/support/platform.ts'
import type { TestPlatform } from '#tests/support/platform.ts'
import { postgresAvailable, startPostgres } from '#tests/support/postgres.ts'

/** A place where platforms can have databases of their own. */
type Database = { name: string; start: () => Promise<Place> }
type Place = { newUrl: () => Promise<string | undefined>; stop: () => Promise<void> }

const pglite: Database = {
  name: 'PGlite',
  start: async () => ({ newUrl: async () => undefined, stop: async () => {} }),
}

const postgres: Database = {
  name: 'PostgreSQL',
  async start() {
    const { url, stop } = await startPostgres()
    return {
      stop,
      async newUrl() {
        const name = randomUUID()
        const client = new Client({ connectionString: url })
        await client.connect()
        await client.query(`create database "${name}"`)
        await client.end()
        return url.replace(/\/postgres\?/, `/${name}?`)
      },
    }
  },
}

/** What the whole API suite runs on, with equal answers; PostgreSQL where the machine has it. */
export const databases: Database[] = postgresAvailable() ? [pglite, postgres] : [pglite]

/** A platform for the tests of this block, on the given kind of database. */
export function usePlatform(
  database: Database,
  options: Omit<Parameters<typeof startTestPlatform>[0] & object, 'databaseUrl'> = {},
): () => TestPlatform {
  let running: TestPlatform | undefined
  let place: Place | undefined
  beforeAll(async () => {
    place = await database.start()
    const databaseUrl = await place.newUrl()
    running = await startTestPlatform({ ...options, ...(databaseUrl ? { databaseUrl } : {}) })
  })
  afterAll(async () => {
    await running?.stop()
    await place?.stop()
  })
  return () => {
    if (!running) throw new Error('The platform is not running: usePlatform() belongs in describe')
    return running
  }
}
