import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Throttle } from '#shared/areas/signIn/throttle.ts'
import type { VerifyIdToken } from '#server/platform/areas/signIn/googleTokens.ts'
import type { PasswordHasher } from '../auth/passwordHasher.ts'
import type { FileStorage } from '../files/storage.ts'
import type { UploadQuota } from '../files/uploadLimits.ts'
import type { ChargeFinders, Chargers } from '#server/platform/areas/payments/charges/types.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { RetentionDays } from './retention.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { KeyRing } from '../secrets/keyRing.ts'

export type Platform = {
  db: Kysely<Database>
  now: () => Date
  log: Logger
  passwords: PasswordHasher
  throttle: Throttle
  /** Null where sign-in with Google is not configured. */
  google: VerifyIdToken | null
  /** The one way to whatever an operator's text names. */
  outgoing: Outgoing
  /** Aborts when this process is about to end: what never ends by itself then does. */
  shutdownSignal: AbortSignal
  /** Has a job run that was kept (jobs/). */
  enqueueJob: (job: number) => Promise<void>
  /** Says that something waits for this queue (jobs/boss.ts). */
  wakeQueue: (queue: string) => Promise<void>
  secrets: KeyRing
  /** A file outside the database that gets each signed checkpoint of the logs (`LOG_CHECKPOINT_COPY`). */
  checkpointCopy?: string | null
  /** How long jobs, emails, and provider events are kept. */
  retention: RetentionDays
  storage: FileStorage
  uploadQuota: UploadQuota
  chargers: Chargers
  chargeFinders: ChargeFinders
  /** Where operators reach the console: links in mails lead there. */
  consoleOrigin: string
  /** Who operates the platform (`ORGANISATION`): no password may be named after it. */
  organization: string | null
  storesHost: string
  /** Where it is reached from outside (`PLATFORM_ORIGIN`); null = by https, at the usual port. */
  origin: URL | null
  /** Where AWS signs members in, with `{region}` in it. */
  cognitoEndpoint: string
  /** By provider: where it is asked instead of at its own address (`PROVIDER_ENDPOINTS`). */
  endpoints: Readonly<Partial<Record<string, string>>>
  runaEndpoint: string
  printfulEndpoint: string
  /** Where the password that was made at the first start is kept until it is changed. */
  passwordFile: string
}
