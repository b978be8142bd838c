import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError } from 'pg'
import type { Pool, PoolClient } from 'pg'

/** Errors after which the primary can still answer. A replica also cancels queries that hold it up. */
const replicaErrorCodes = ['25006', '40001', '57P01', '57P02', '57P03']

/**
 * A pool that reads from a replica. A query that fails because of the replica runs again on the
 * primary, so a replica can end at any time. `onFailure` gets its error.
 */
export class FallbackPool implements PostgresPool {
  readonly options = {}
  readonly #replica: Pool
  readonly #primary: Pool
  readonly #onFailure: (error: unknown) => void
  readonly #clients = new Set<PoolClient>()

  constructor(replica: Pool, primary: Pool, onFailure: (error: unknown) => void) {
    this.#replica = replica
    this.#primary = primary
    this.#onFailure = onFailure
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#replica.connect().catch((error: unknown) => {
      this.#onFailure(error)
      return null
    })
    if (client === null) return this.#primary.connect()
    this.#clients.add(client)
    return this.#withFallback(client)
  }

  /** Cancels running queries, which run again on the primary: a replica that hangs never answers. */
  async cancelQueries(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()))
  }

  async end(): Promise<void> {
    await this.#replica.end()
  }

  #withFallback(client: PoolClient): PostgresPoolClient {
    let primary: PoolClient | null = null
    let isBroken = false
    const query = async (text: string, values: readonly unknown[]) => {
      if (!primary) {
        try {
          return await client.query(text, [...values])
        } catch (error) {
          if (!isReplicaError(error)) throw error
          isBroken = true
          this.#onFailure(error)
        }
        primary = await this.#primary.connect()
      }
      return primary.query(text, [...values])
    }
    const release = () => {
      this.#clients.delete(client)
      client.release(isBroken)
      primary?.release()
    }
    // Kysely also asks for cursors, which only streams need. Nothing here streams.
    return { query, release } as unknown as PostgresPoolClient
  }
}

/**
 * Whether the replica failed rather than the query. Errors that aren't PostgreSQL's come from the
 * driver: the connection is lost, or didn't answer in time.
 */
const isReplicaError = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? replicaErrorCodes.includes(error.code ?? '') || error.code?.startsWith('08') === true
    : error instanceof Error
