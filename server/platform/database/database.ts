import type { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool } from 'kysely'
import { Client, Pool, types } from 'pg'
import type { QueryResult } from 'pg'
import type { Database } from './schema.ts'
import { defaultTimeouts, backgroundTimeouts } from './databaseTimeouts.ts'
import type { DatabaseTimeouts } from './databaseTimeouts.ts'
import { StartupError } from '../settings.ts'
import { startupMessages } from '../messages.ts'
import type { ConstructorOptions } from 'pg-boss'

export type OpenDatabase = {
  /** For calls, with the `DatabaseTimeouts` of the settings. */
  db: Kysely<Database>
  /** For jobs and housekeeping, whose statements may take longer. */
  backgroundDb: Kysely<Database>
  jobQueue: JobQueueDatabase
  close: () => Promise<void>
}

/**
 * Opens the embedded database in a folder, or in memory without one. This process must have locked
 * the folder.
 */
export async function openEmbeddedDatabase(options: {
  folder?: string
  content?: Blob
}): Promise<OpenDatabase & { pglite: PGlite }> {
  // Loaded on demand: it is large, and a platform on a PostgreSQL server doesn't need it.
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
  // One permanent connection: PGlite has a single session, which all connections would share.
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

/**
 * Opens a PostgreSQL server. Calls `onLost` when a connection breaks. Throws a `StartupError` if
 * the server doesn't answer within 1.5 s.
 */
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
    const { databaseNotTrusted, databaseUnreachable } = startupMessages
    throw new StartupError(isTlsError(cause) ? databaseNotTrusted : databaseUnreachable, { cause })
  } finally {
    await probe.end()
  }
  const createConnections = (
    max: number,
    { statementMs, lockMs, idleTransactionMs }: DatabaseTimeouts,
  ) => {
    const pool = new Pool({
      connectionString: url,
      ...parserOptions,
      max,
      connectionTimeoutMillis: 10_000,
      // A new connection has no cached metadata, so its first queries take several times as long.
      idleTimeoutMillis: 60_000,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
    })
    // The pool doesn't listen to connections in use, and an unhandled error would end the process.
    // With a listener, the query fails and the pool replaces the connection.
    pool.on('connect', (client) => client.on('error', onLost))
    pool.on('error', () => {}) // The connection's listener has reported it.
    return createKysely(pool)
  }
  const [db, backgroundDb] = [
    createConnections(connections, timeouts),
    createConnections(maxBackgroundConnections, backgroundTimeouts),
  ]
  return {
    db,
    backgroundDb,
    jobQueue: { connectionString: url, max: 4 },
    async close() {
      await Promise.all([db.destroy(), backgroundDb.destroy()])
    },
  }
}

/**
 * Whether a connection failed because the server has no TLS, or because its certificate isn't valid
 * for it. Node names the latter in codes such as `SELF_SIGNED_CERT_IN_CHAIN`.
 */
function isTlsError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /does not support SSL/.test(error.message) || /CERT|SIGNATURE|ERR_TLS|ERR_SSL/.test(code)
}

/**
 * The maximum connections for background work: two jobs, two kinds of housekeeping, and emails run
 * at once.
 */
const maxBackgroundConnections = 6

/**
 * Runs pg-boss's queries through the pool. Its own adapter bypasses the pool and would join
 * whatever transaction is open in the single session.
 */
const createJobQueueDatabase = (
  pool: Pool,
  pglite: PGlite,
): NonNullable<JobQueueDatabase['db']> => ({
  async executeSql(text, values) {
    // A text with several statements returns several results, which pg's types don't say.
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

export const createKysely = (pool: PostgresPool): Kysely<Database> =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    // The keys inside JSON columns are data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

const { builtins } = types

/** The parsers of columns: integers and decimals as numbers, days and instants as ISO 8601. */
const columnParsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // A day must not shift with the server's time zone.
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: (text) => types.getTypeParser(builtins.TIMESTAMPTZ)(text).toISOString(),
}

export const parserOptions = {
  types: {
    getTypeParser: ((oid: number) =>
      columnParsers[oid] ?? types.getTypeParser(oid)) as typeof types.getTypeParser,
  },
}

export type JobQueueDatabase = Pick<
  ConstructorOptions,
  'db' | 'backend' | 'connectionString' | 'max'
>
