import type { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, types } from 'pg'
import type { QueryResult } from 'pg'
import type { JobQueueDatabase } from '../core/jobs/jobQueue.ts'
import type { Database } from './schema.ts'
import { defaultTimeouts, backgroundTimeouts } from './databaseTimeouts.ts'
import type { DatabaseTimeouts } from './databaseTimeouts.ts'
import { StartupError } from '../settings.ts'
import { startupMessages } from '../messages.ts'

export type OpenDatabase = {
  /** For calls, with `DatabaseTimeouts` of the settings. */
  db: Kysely<Database>
  /** For jobs and housekeeping, whose statements may take longer. */
  backgroundDb: Kysely<Database>
  jobQueue: JobQueueDatabase
  close: () => Promise<void>
}

/** Opens the embedded database in a folder, or in memory when there is none. It must be locked for this process. */
export async function openEmbeddedDatabase(options: {
  folder?: string
  content?: Blob
}): Promise<OpenDatabase & { pglite: PGlite }> {
  // Loaded only here: it is large, and a platform on a PostgreSQL server does without it.
  const [{ PGlite }, { pg_trgm }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/node-postgres'),
  ])
  const pglite = await PGlite.create({
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(options.content === undefined ? {} : { loadDataDir: options.content }),
    extensions: { pg_trgm },
  })
  // One connection that never ends: PGlite has one session, and each pool member would be the same.
  const pool = new Pool({
    ...createPgConfig(pglite),
    ...parserOptions,
    max: 1,
    idleTimeoutMillis: 0,
  })
  const db = createKysely(pool)
  return {
    db,
    backgroundDb: db,
    pglite,
    jobQueue: { backend: 'pglite', db: createJobQueueDatabase(pool, pglite) },
    async close() {
      await db.destroy()
      await pglite.close()
    },
  }
}

/** Opens a PostgreSQL server; `onLost` hears of connections that break. One that does not answer within 1.5 s is a `StartupError`. */
export async function openServerDatabase(
  url: string,
  onLost: (error: Error) => void,
  connections = 10,
  timeouts: DatabaseTimeouts = defaultTimeouts,
): Promise<OpenDatabase> {
  const probe = new Client({ connectionString: url, connectionTimeoutMillis: 1500 })
  try {
    await probe.connect()
  } catch (cause) {
    throw new StartupError(startupMessages.databaseUnreachable, { cause })
  } finally {
    await probe.end()
  }
  const open = (max: number, { statementMs, lockMs, idleTransactionMs }: DatabaseTimeouts) => {
    const pool = new Pool({
      connectionString: url,
      ...parserOptions,
      max,
      connectionTimeoutMillis: 10_000,
      // A new one knows no table yet: its first answers take several times as long.
      idleTimeoutMillis: 60_000,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
    })
    // One in use has no listener of the pool: broken, it would end the process; its query fails and the pool replaces it.
    pool.on('connect', (client) => client.on('error', onLost))
    pool.on('error', () => {}) // Each of these was heard at its connection.
    return createKysely(pool)
  }
  const [db, workDb] = [
    open(connections, timeouts),
    open(maxBackgroundConnections, backgroundTimeouts),
  ]
  return {
    db,
    backgroundDb: workDb,
    jobQueue: { connectionString: url, max: 4 },
    async close() {
      await Promise.all([db.destroy(), workDb.destroy()])
    },
  }
}

/** Connections of jobs and housekeeping at most: two jobs, two sorts of housekeeping, and mails are worked on at once. */
const maxBackgroundConnections = 6

/** Goes through the pool: pg-boss's own adapter talks past it, into whatever transaction is open in the one session. */
const createJobQueueDatabase = (
  pool: Pool,
  pglite: PGlite,
): NonNullable<JobQueueDatabase['db']> => ({
  async executeSql(text, values) {
    // Several statements in one text have several results, which the types of pg do not say.
    const result: QueryResult | QueryResult[] = await pool.query(
      text,
      values && values.length > 0 ? values : undefined,
    )
    return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
  },
  async listen(channel, onNotification, onReconnect) {
    const close = await pglite.listen(channel, onNotification)
    onReconnect()
    return { close: () => close() }
  },
})

const createKysely = (pool: Pool): Kysely<Database> =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    // The keys inside JSON columns are data, not names of columns.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

const { builtins } = types

/** How columns are read: whole and decimal numbers as numbers, days and instants as ISO 8601. */
const columnParsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // A day is the day that is written, wherever the server stands.
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: (text) => types.getTypeParser(builtins.TIMESTAMPTZ)(text).toISOString(),
}

const parserOptions = {
  types: {
    getTypeParser: ((oid: number) =>
      columnParsers[oid] ?? types.getTypeParser(oid)) as typeof types.getTypeParser,
  },
}
