import type { Permission } from '#shared/permissions/permissions.ts'
import type { FileType } from '#shared/format/fileTypes.ts'
import type {
  AccountStatus,
  LinkPurpose,
  LinkState,
  TokenAudience,
} from '#shared/areas/users/accountStates.ts'
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

/** Rows as Kysely sees them: camelCase here, snake_case in the database (`CamelCasePlugin`). Instants are ISO 8601. */
export interface Database {
  users: UserRow
  userGroups: UserGroupRow
  accountLinks: AccountLinkRow
  tokens: TokenRow
  googleNonces: { hash: string; expiresAt: string }
  audit: AuditRow
  idempotencyKeys: IdempotencyRow
  preferences: PreferenceRow
  jobs: JobsTable
  jobRows: JobRowsTable
  files: FileRow
  imports: ImportRow
}

type UserRow = {
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
  /** Google's identifier of the account that signs in to this one; null before the first time. */
  googleSub: Generated<string | null>
  /** The networks that it signed in from, the last one first. */
  knownNetworks: Generated<string[]>
  lastSignIn: Generated<string | null>
  /** Null until the invitation is accepted. */
  passwordHash: string | null
  /** True until the password that was made at the first start is changed. */
  passwordGenerated: boolean
  /** Where it is not, the account is for `storeIds` alone, and for the stores of its groups. */
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
  /** What whoever is in it is for besides their own stores. */
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
  /** What signed in, as it says itself, and from where. */
  agent: string | null
  ip: string | null
}

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
  /** The store it happened in, where it was one; kept when that store is gone. */
  storeId: number | null
  /** What kind of entry it is (shared/areas/logs/logEntries.ts); the platform's own writes are `audit`, `info`, `ok`. */
  stream: Generated<string>
  severity: Generated<string>
  result: Generated<string>
  /** Why it failed; null where that is not known, or it did not. */
  cause: Generated<string | null>
  /** JSON text when written, an object when read. */
  changes: string
}

type IdempotencyRow = {
  userId: number
  keyHash: string
  fingerprint: string
  createdAt: string
  /** The answer as JSON text when written; null while the write is under way. */
  answer: string | null
}

type PreferenceRow = {
  userId: number
  name: string
  /** JSON text when written, what it holds when read. */
  value: string
  updatedAt: string
}

type JobsTable = {
  id: Generated<number>
  userId: number
  kind: string
  /** The right that it was started with, and is run again with. */
  needs: Permission
  title: string
  status: string
  sentence: Generated<string | null>
  createdAt: string
  createdBy: string
  startedAt: Generated<string | null>
  endedAt: Generated<string | null>
  /** What all of its rows have in common, as its kind wants it. */
  input: Generated<unknown>
  /** Whether its kind keeps what was before. */
  undoable: Generated<boolean>
  undoOf: Generated<number | null>
}

type JobRowsTable = {
  id: Generated<number>
  jobId: number
  /** When the job was made: all rows of one stand in the same month. */
  createdAt: string
  targetId: number | null
  label: string
  input: unknown
  /** What undoes it, where it is done and that is known. */
  before: Generated<unknown>
  outcome: Generated<string | null>
  isBad: Generated<boolean>
  isPlanned: Generated<boolean>
  sentence: Generated<string | null>
  endedAt: Generated<string | null>
}

export type FileRow = {
  id: Generated<number>
  /** Of the content, which is kept by it. */
  sha256: string
  type: FileType
  name: string
  size: number
  width: number | null
  height: number | null
  /** The field that it may stand in: `stores.logo`. */
  usedFor: string
  /** What an area has read out of it, as JSON text when written. */
  tells: Generated<unknown>
  /** Null when that account is gone. */
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
  /** JSON text when written, what it holds when read. */
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

/** The tables of resources: a stamp and the resource's own fields, known by its definition alone. */
type RecordTables = Record<string, AnyRecordRow>
type AnyRecordRow = {
  id: Generated<number>
  version: Generated<number>
  [column: string]: unknown
}

export type Connection = Kysely<Database> | Transaction<Database>

/** The same connection, for queries that are built from a resource's definition. */
export const withRecordTables = (connection: Connection): Kysely<RecordTables> =>
  // The migrations make a table for each definition; a test compares the two.
  connection as unknown as Kysely<RecordTables>
