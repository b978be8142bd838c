import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Throttle } from '#shared/throttle.ts'
import type { VerifyIdToken } from '../auth/verifyIdToken.ts'
import type { PasswordHasher } from '../auth/passwordHasher.ts'
import type { FileStorage } from '../files/storage.ts'
import type { UploadQuota } from '../files/uploadLimits.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { RetentionDays } from './retention.ts'
import type { Connection, Database } from '#server/platform/database/schema.ts'
import type { ReadReplica } from '#server/platform/database/readReplica.ts'
import type { KeyRing } from '../secrets/keyRing.ts'

/**
 * Recomputes what depends on a write, at the end of its transaction. Returns the queues to wake
 * after the commit.
 */
export type BeforeCommit = (trx: Connection, at: Date) => Promise<string[]>

export type Platform = {
  db: Kysely<Database>
  /** A replica for reads that may be a little late, if there is one. Use `chooseReadDb`. */
  readReplica?: ReadReplica | null
  now: () => Date
  log: Logger
  passwords: PasswordHasher
  throttle: Throttle
  /** Null if Google sign-in isn't configured. */
  google: VerifyIdToken | null
  /** The only way to connect to a host that an operator entered. */
  outgoing: Outgoing
  /** Aborts when this process is about to end, to stop work that never ends otherwise. */
  shutdownSignal: AbortSignal
  /** What areas do at the end of every write's transaction. */
  beforeCommit: BeforeCommit
  /** Queues a saved job (jobs/). */
  enqueueJob: (job: number) => Promise<void>
  /** Signals that work is waiting in this queue (jobs/jobQueue.ts). */
  wakeQueue: (queue: string) => Promise<void>
  secrets: KeyRing
  /**
   * A file outside the database that gets each signed checkpoint of the logs
   * (`LOG_CHECKPOINT_COPY`).
   */
  checkpointCopy?: string | null
  /** Days to keep jobs, emails, and provider events. */
  retention: RetentionDays
  storage: FileStorage
  uploadQuota: UploadQuota
  /** The console's origin, for links in emails. */
  consoleOrigin: string
  /** The platform's operator (`ORGANISATION`); no password may contain the name. */
  organization: string | null
  storesHost: string
  /** The public origin (`PLATFORM_ORIGIN`); null means https at the usual port. */
  origin: URL | null
  /** The Cognito URL, with `{region}` in it. */
  cognitoEndpoint: string
  /** Replacement URLs by provider (`PROVIDER_ENDPOINTS`). */
  endpoints: Readonly<Partial<Record<string, string>>>
  runaEndpoint: string
  printfulEndpoint: string
  /** Where the password generated at the first start is stored until it's changed. */
  passwordFile: string
}

/**
 * Returns where a list, an export, a dashboard, or a search reads: the replica, if there is one and
 * it has everything that the account wrote.
 */
export const chooseReadDb = async (
  { db, readReplica }: Pick<Platform, 'db' | 'readReplica'>,
  { id }: { id: number },
): Promise<Kysely<Database>> => (readReplica ? readReplica.choose(id) : db)
