import type { Permission } from '#shared/permissions/permissions.ts'
import type { FileType } from '#shared/format/fileTypes.ts'
import type { AccountStatus, LinkPurpose, LinkState } from '#shared/areas/users/accountStates.ts'
import type { secondFactorKinds } from '#shared/areas/users/messages.ts'
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

/**
 * Rows as Kysely sees them: camelCase here, snake_case in the database (`CamelCasePlugin`).
 * Instants are ISO 8601.
 */
export interface Database {
  accountWrites: { userId: number; writtenAt: string }
  users: UserRow
  userGroups: UserGroupRow
  accountLinks: AccountLinkRow
  tokens: TokenRow
  googleNonces: { hash: string; expiresAt: string }
  /** Who signed in at a sign-in provider, by the provider's name for the person. */
  operatorIdentities: {
    providerId: number
    subject: string
    userId: number
    createdAt: string
  }
  passkeys: PasskeyRow
  totpSecrets: TotpSecretRow
  recoveryCodes: RecoveryCodeRow
  signInChallenges: SignInChallengeRow
  audit: AuditRow
  idempotencyKeys: IdempotencyRow
  preferences: PreferenceRow
  jobs: JobsTable
  jobRows: JobRowsTable
  files: FileRow
  imports: ImportRow
}

type UserRow = {
  /** Kept by triggers of the factors' tables. */
  secondFactor: Generated<keyof typeof secondFactorKinds>
  id: Generated<number>
  storeId: number
  sIdentifier: number
  name: GeneratedAlways<string>
  firstName: string
  lastName: string
  email: string
  jobTitle: Generated<string | null>
  groupIds: Generated<number[]>
  status: Generated<AccountStatus>
  statusReason: Generated<string | null>
  failedSignIns: Generated<number>
  failedSince: Generated<string | null>
  /**
   * The ID of the Google account that signs in to this one; null before the first Google sign-in.
   */
  googleSub: Generated<string | null>
  /** The networks that the account signed in from, most recent first. */
  knownNetworks: Generated<string[]>
  lastSignIn: Generated<string | null>
  /** Null until the invitation is accepted. */
  passwordHash: string | null
  /** True until the password generated at the first start is changed. */
  passwordGenerated: boolean
  /** If false, the account is limited to `storeIds` and the stores of its groups. */
  allStores: Generated<boolean>
  storeIds: Generated<number[]>
  version: Generated<number>
  createdAt: string
  createdBy: Generated<string>
  updatedAt: Generated<string>
  updatedBy: Generated<string>
}

type UserGroupRow = {
  id: Generated<number>
  name: string
  permissions: string[]
  /** The stores that the group's users can access in addition to their own. */
  allStores: Generated<boolean>
  storeIds: Generated<number[]>
  builtIn: Generated<boolean>
  description: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: Generated<string>
  updatedAt: Generated<string>
  updatedBy: Generated<string>
}

type AccountLinkRow = {
  userId: number
  madeBy: number | null
  purpose: LinkPurpose
  hash: string
  state: LinkState
  createdAt: string
  expiresAt: string
}

type TokenRow = {
  id: Generated<number>
  userId: number
  hash: string
  audience: TokenAudience
  /** The store whose identity provider signed in; the session is for this store only. */
  storeId: number | null
  createdAt: string
  lastUsedAt: string
  /** The account whose permissions and stores the token shows; null for a session. */
  viewedUserId: Generated<number | null>
  /** The session that the view began in, which it ends with. */
  sessionId: Generated<number | null>
  /** When a view ends. Sessions expire by `tokenLifetime`. */
  expiresAt: Generated<string | null>
  /** The client's own name (user agent) and IP address. */
  agent: string | null
  ip: string | null
  /** When the session last proved a second factor, or the password if the account has none. */
  factorConfirmedAt: string | null
}

type PasskeyRow = {
  id: Generated<number>
  userId: number
  name: string
  credentialId: string
  /** The COSE key in base64url. */
  publicKey: string
  counter: number
  /** Whether the key can be synced to other devices, and whether it is. */
  backupEligible: boolean
  backedUp: boolean
  transports: string[]
  createdAt: string
  lastUsedAt: string | null
}

type TotpSecretRow = {
  id: Generated<number>
  userId: number
  secretSealed: string | null
  createdAt: string
  /** Null until the first code was entered; the secret doesn't count before. */
  confirmedAt: string | null
  /** The time step of the last accepted code. No code of this step or an earlier one counts again. */
  lastUsedStep: Generated<number>
}

type RecoveryCodeRow = {
  id: Generated<number>
  userId: number
  hash: string
  createdAt: string
  usedAt: string | null
}

type SignInChallengeRow = {
  hash: string
  /** Null for a sign-in with a passkey alone, which says who it is only in its answer. */
  userId: number | null
  kind: ChallengeKind
  /** What a passkey signs. */
  challenge: string
  attempts: Generated<number>
  expiresAt: string
  usedAt: string | null
}

/** What a challenge is for. `enrollment` signs in an account that must add a second factor first. */
export type ChallengeKind = 'signIn' | 'enrollment' | 'passkey' | 'registration' | 'stepUp'

type AuditRow = {
  id: Generated<number>
  time: string
  actor: string
  event: string
  targetType: string | null
  targetId: number | null
  label: string | null
  requestId: string
  ip: string
  /** The store of the event, if any; still set after the store is deleted. */
  storeId: number | null
  /**
   * The stream of the entry (shared/areas/logs/logEntries.ts). The platform's own writes are
   * `audit`, `info`, `ok`.
   */
  stream: Generated<string>
  severity: Generated<string>
  result: Generated<string>
  /** The cause of a failure; null if it's unknown or nothing failed. */
  cause: Generated<string | null>
  /** JSON text when written, an object when read. */
  changes: string
}

type IdempotencyRow = {
  userId: number
  keyHash: string
  fingerprint: string
  createdAt: string
  /** The response as JSON text when written; null while the write is running. */
  answer: string | null
}

type PreferenceRow = {
  userId: number
  name: string
  /** JSON text when written, the parsed value when read. */
  value: string
  updatedAt: string
}

type JobsTable = {
  id: Generated<number>
  userId: number
  /** The API key that started it. Null for an operator, and after the key is deleted. */
  apiKeyId: Generated<number | null>
  kind: string
  /** The permission that starting and running the job requires. */
  needs: Permission
  title: string
  status: string
  sentence: Generated<string | null>
  createdAt: string
  createdBy: string
  startedAt: Generated<string | null>
  endedAt: Generated<string | null>
  /** The input that all rows share; its shape depends on the kind. */
  input: Generated<unknown>
  /** Whether the job's kind stores the previous values. */
  undoable: Generated<boolean>
  undoOf: Generated<number | null>
}

type JobRowsTable = {
  id: Generated<number>
  jobId: number
  /** When the job was created, so that all its rows are in the same monthly partition. */
  createdAt: string
  targetId: number | null
  label: string
  input: unknown
  /** The values that undo the row, if it was done and they are known. */
  before: Generated<unknown>
  outcome: Generated<string | null>
  isBad: Generated<boolean>
  isPlanned: Generated<boolean>
  sentence: Generated<string | null>
  endedAt: Generated<string | null>
}

export type FileRow = {
  id: Generated<number>
  /** The hash of the content, by which storage finds it. */
  sha256: string
  type: FileType
  name: string
  size: number
  width: number | null
  height: number | null
  /** The field that the file was uploaded for: `stores.logo`. */
  usedFor: string
  /** Facts that an area read from the file, as JSON text when written. */
  tells: Generated<unknown>
  /** Null after the account is deleted. */
  userId: number | null
  createdAt: string
}

type ImportRow = {
  id: Generated<number>
  userId: number
  resource: string
  name: string
  encoding: string
  delimiter: string
  heads: string[]
  /** JSON text when written, the parsed value when read. */
  samples: string
  place: string
  mapping: string
  lines: number
  checkJob: Generated<number | null>
  runJob: Generated<number | null>
  mode: Generated<string>
  forNew: Generated<string>
  createdAt: string
}

/** The tables of resources: a stamp and the resource's fields, which only its definition knows. */
type RecordTables = Record<string, AnyRecordRow>
type AnyRecordRow = {
  id: Generated<number>
  version: Generated<number>
  [column: string]: unknown
}

export type Connection = Kysely<Database> | Transaction<Database>

/** Returns the same connection, typed for queries that are built from a resource's definition. */
export const withRecordTables = (connection: Connection): Kysely<RecordTables> =>
  // The migrations create a table for each definition; a test compares the two.
  connection as unknown as Kysely<RecordTables>

/**
 * Where a token is valid: an operator's at the console's API, a store admin's only at their stores.
 */
export type TokenAudience = 'console' | 'store'
