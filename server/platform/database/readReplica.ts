import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Client, Pool } from 'pg'
import type { Logger } from 'pino'
import { startupMessages } from '../messages.ts'
import { StartupError } from '../settings.ts'
import { createKysely, parserOptions } from './database.ts'
import { FallbackPool } from './fallbackPool.ts'
import type { Database } from './schema.ts'

/** How a replica is doing. */
export type ReplicaState = {
  /** Whether reads go there. */
  isUsed: boolean
  /** How far it's behind in milliseconds, rounded up to the interval of the checks; null if unknown. */
  lagMs: number | null
  /** Reads by where they went, and how many of the replica's were repeated on the primary. */
  reads: { replica: number; primary: number; repeated: number }
}

export type ReadReplicaOptions = {
  url: string
  primaryUrl: string
  /** With more lag than this, all reads go to the primary. */
  maxLagMs: number
  connections: number
  statementMs: number
  log: Pick<Logger, 'warn' | 'info'>
  /** The time between checks; 0 means that only `check` checks. */
  intervalMs?: number
}

/** A position in the log of the primary's changes, and when it was written, by the primary's clock. */
type Position = { bytes: number; writtenAt: string; readAt: number }

const checkTimeoutMs = 2000
const hangMs = 1000
const defaultIntervalMs = 250

/**
 * A replica of the database, for reads that may be a little late. Each check notes how far the
 * primary has written, and finds the latest note that the replica has reached: everything written
 * before that can be read there (server/docs/decisions/0069-read-replicas.md).
 */
export class ReadReplica {
  readonly #options: ReadReplicaOptions
  readonly #primary: Kysely<Database>
  readonly #pool: FallbackPool
  readonly #fallback: Pool
  readonly #db: Kysely<Database>
  readonly #checks: { primary: Pool; replica: Pool }
  #positions: Position[] = []
  /** What the replica has, at least; null if it's unusable. */
  #reached: Position | null = null
  #wasUsed = false
  #reads = { replica: 0, primary: 0, repeated: 0 }
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(primary: Kysely<Database>, options: ReadReplicaOptions) {
    this.#options = options
    this.#primary = primary
    const createPool = (
      connectionString: string,
      { max, timeoutMs, connectMs }: { max: number; timeoutMs: number; connectMs: number },
    ) => {
      const pool = new Pool({
        connectionString,
        ...parserOptions,
        max,
        connectionTimeoutMillis: connectMs,
        idleTimeoutMillis: 60_000,
        statement_timeout: timeoutMs,
        // For servers that no longer answer. The others end the statement themselves.
        query_timeout: timeoutMs === 0 ? 0 : timeoutMs + hangMs,
      })
      // Without listeners, a lost connection would end the process. The query fails in any case.
      pool.on('connect', (client) => client.on('error', () => {}))
      pool.on('error', () => {})
      return pool
    }
    const { url, primaryUrl, connections, statementMs } = options
    const forChecks = { max: 1, timeoutMs: checkTimeoutMs, connectMs: checkTimeoutMs }
    const forReads = { max: connections, timeoutMs: statementMs, connectMs: 10_000 }
    this.#checks = {
      primary: createPool(primaryUrl, forChecks),
      replica: createPool(url, forChecks),
    }
    this.#fallback = createPool(primaryUrl, forReads)
    this.#pool = new FallbackPool(createPool(url, forReads), this.#fallback, (error) => {
      this.#reads.repeated++
      this.#setReached(null, error)
    })
    this.#db = createKysely(this.#pool)
  }

  /** Checks the replica once, then from time to time until `close`. */
  async start(): Promise<void> {
    await this.check()
    const { intervalMs = defaultIntervalMs } = this.#options
    if (intervalMs === 0) return
    const checkAgain = () => {
      this.#running = this.check().finally(() => {
        if (this.#timer) this.#timer = setTimeout(checkAgain, intervalMs)
      })
    }
    this.#timer = setTimeout(checkAgain, intervalMs)
  }

  /** Finds out how far the replica is. */
  async check(): Promise<void> {
    try {
      const position = await this.#readPrimaryPosition()
      this.#positions.push(position)
      const bytes = await this.#readReplicaPosition()
      const reached = this.#positions.findLast((one) => one.bytes <= bytes) ?? null
      // Later notes are still needed, and the reached one, in case nothing is written.
      this.#positions = this.#positions.filter((one) => !reached || one.readAt >= reached.readAt)
      this.#positions.splice(0, this.#positions.length - maxPositions)
      this.#setReached(reached)
    } catch (error) {
      this.#setReached(null, error)
      await this.#pool.cancelQueries()
    }
  }

  /** Returns where an account reads from: the replica, unless it lacks a write of the account. */
  async choose(userId: number): Promise<Kysely<Database>> {
    const isUsed = this.#isUsed() && !(await this.#hasLaterWrite(userId))
    this.#reads[isUsed ? 'replica' : 'primary']++
    return isUsed ? this.#db : this.#primary
  }

  /** Remembers that an account has written. Runs after the commit, and before the answer. */
  async noteWrite(userId: number): Promise<void> {
    await sql`
      insert into account_writes (user_id, written_at) values (${userId}, clock_timestamp())
      on conflict (user_id) do update set written_at = excluded.written_at`.execute(this.#primary)
  }

  getState(): ReplicaState {
    const lagMs = this.#reached ? Math.round(performance.now() - this.#reached.readAt) : null
    return { isUsed: this.#isUsed(), lagMs, reads: { ...this.#reads } }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#running
    await this.#db.destroy()
    await Promise.all(
      [this.#checks.primary, this.#checks.replica, this.#fallback].map((pool) => pool.end()),
    )
  }

  #isUsed(): boolean {
    const reached = this.#reached
    return reached !== null && performance.now() - reached.readAt <= this.#options.maxLagMs
  }

  async #hasLaterWrite(userId: number): Promise<boolean> {
    const { rows } = await sql`
      select from account_writes
      where user_id = ${userId} and written_at >= ${this.#reached?.writtenAt}::timestamptz`.execute(
      this.#primary,
    )
    return rows.length > 0
  }

  async #readPrimaryPosition(): Promise<Position> {
    const readAt = performance.now()
    // The time comes first, so whatever was committed before it is at or before the position.
    const { rows } = await this.#checks.primary.query(
      `select clock_timestamp()::text as "writtenAt",
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
    )
    return { ...rows[0], readAt }
  }

  async #readReplicaPosition(): Promise<number> {
    const { rows } = await this.#checks.replica.query(
      `select pg_is_in_recovery() as "isReplica",
        pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as bytes`,
    )
    if (!rows[0].isReplica)
      throw new Error('The database in DATABASE_READ_URL is no replica anymore')
    return rows[0].bytes
  }

  /** Logs when the replica starts or stops being used. */
  #setReached(reached: Position | null, err?: unknown): void {
    this.#reached = reached
    const isUsed = this.#isUsed()
    if (isUsed === this.#wasUsed) return
    this.#wasUsed = isUsed
    const { log } = this.#options
    if (isUsed) log.info('Reads go to the replica')
    else log.warn({ err }, 'The replica is down or too far behind, so all reads go to the primary')
  }
}

/** Notes of an hour at the default interval: no replica that is later would be used. */
const maxPositions = 4 * 60 * 60

/**
 * Throws a `StartupError` if the URL is that of another database, or of one that isn't a replica.
 * Resolves to false if it can't be reached, which must not prevent a start.
 */
export async function isReachableReplica(url: string, primaryUrl: string): Promise<boolean> {
  const query = `select system_identifier::text as system, current_database() as database,
      pg_is_in_recovery() as "isReplica" from pg_control_system()`
  const read = async (connectionString: string) => {
    const client = new Client({ connectionString, connectionTimeoutMillis: 1500 })
    try {
      await client.connect()
      return (await client.query(query)).rows[0]
    } finally {
      await client.end()
    }
  }
  const primary = await read(primaryUrl)
  const replica = await read(url).catch(() => null)
  if (replica === null) return false
  if (!replica.isReplica || replica.system !== primary.system)
    throw new StartupError(startupMessages.notReplica)
  if (replica.database !== primary.database) throw new StartupError(startupMessages.notReplica)
  return true
}
