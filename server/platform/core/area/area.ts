import type { Router } from 'express'
import type { AlertKind } from '#shared/engine/alertKinds.ts'
import type { Transaction } from 'kysely'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { BulkHandler } from '../records/bulkHandler.ts'
import type { FileReader } from '../files/fileCalls.ts'
import type { FindAlerts } from './alert.ts'
import type { FindDeadlines } from './deadline.ts'
import type { FileStorage } from '../files/storage.ts'
import type { Call } from '../http/call.ts'
import type { Integration } from '../integrations/integration.ts'
import type { WebhookHandlers } from '../integrations/webhookHandler.ts'
import type { Chore } from '../jobs/chores.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { Queue } from '../jobs/jobQueue.ts'
import type { BeforePlanStart } from '../bulk/bulkCalls.ts'
import type { BeforeCommit, Platform } from '../platform/platform.ts'
import type { ReadExtension } from '../records/list/readExtension.ts'
import type {
  DescribeHistory,
  ImportHooks,
  ResourceHooks,
  ResourceModule,
} from '../records/resourceHooks.ts'
import type { Visibility } from '../records/storeScope.ts'
import type { Dependent } from '../records/uses.ts'
import type { KeyRing } from '../secrets/keyRing.ts'
import type { Connection, Database } from '#server/platform/database/schema.ts'

type ByResource<T> = Readonly<Record<string, T>>

/** What calls and jobs of an area can be made from: everything that all areas define. */
export type AreaContext = {
  modules: readonly ResourceModule[]
  integrations: readonly Integration[]
  /** Null if Google sign-in isn't configured. */
  google: Platform['google']
  /** Returns every call of the API; for handlers, which run after all are known. */
  getCalls: () => readonly Call[]
}

/**
 * An area of the platform: everything that it adds to the generic API (design.md, "An area of the
 * platform"). Only the name is required. Keys of `hooks`, `reads`, and the like are the names of
 * resources.
 */
export type Area = {
  name: string
  resources?: readonly Resource[]
  /** May name resources of other areas. Such hooks run before the owner's. */
  hooks?: ByResource<ResourceHooks>
  /** May name resources of other areas, which then have no reads of their own. */
  reads?: ByResource<ReadExtension>
  imports?: ByResource<ImportHooks>
  /** Describes history entries that changed more than a record's fields. */
  history?: ByResource<DescribeHistory>
  /** Rows that refer to a record in other ways than by a reference field. */
  dependents?: ByResource<readonly Dependent[]>
  bulkActions?: ByResource<AreaBulkActions>
  /** Finds problems for the operators, by the kind of alert. */
  alerts?: Readonly<Partial<Record<AlertKind, FindAlerts>>>
  /** Finds what ends or is due on a certain day. */
  deadlines?: FindDeadlines
  /** Finds stores that can't be added to a record's list of stores. */
  storeErrors?: ByResource<FindStoreErrors>
  /** Limits the rows that an account sees where its stores don't say it. */
  visibility?: ByResource<Visibility>
  calls?: readonly Call[] | ((context: AreaContext) => readonly Call[])
  /** Runs before a planned bulk action starts at once. Throws if it may not start. */
  beforePlanStart?: BeforePlanStart
  /** A job with the name RESOURCE.ACTION runs that bulk action. */
  jobs?: readonly JobKind[] | ((context: AreaContext) => readonly JobKind[])
  chores?: readonly Chore[]
  queues?: readonly Queue[]
  integrations?: readonly Integration[]
  /** Handlers of provider events at /webhooks/NAME/ID, in addition to those of integrations. */
  webhooks?: WebhookHandlers
  /** Routes outside the API, such as those that identity providers call. */
  routers?: readonly ((platform: Platform) => Router)[]
  /** Reads facts from uploaded files, by RESOURCE.FIELD. */
  uploads?: Readonly<Record<string, FileReader>>
  /** Columns with secrets that aren't fields of the kind `secret`. */
  sealedColumns?: readonly SealedColumn[]
  /** Runs at the end of every write's transaction. */
  beforeCommit?: BeforeCommit
  /** Runs when a process of the platform starts, after the migrations. */
  onStart?: (platform: Platform) => Promise<void>
  /** Adds the area's own demo records. */
  seed?: AreaSeed
}

/** Adds an area's demo records before or after the stores, which have members and activity. */
export type AreaSeed = {
  /** Adds settings and catalogs that need no other area's rows, and that stores may use. */
  beforeStores?: (context: SeedContext) => Promise<void>
  /** Adds setups that serve stores, and records that name stores or follow from their activity. */
  afterStores?: (context: SeedContext) => Promise<void>
}

export type SeedContext = {
  trx: Transaction<Database>
  /** The end of the demo data. */
  now: Date
  /** When the platform was founded. */
  since: Date
  /** The author of the records. */
  author: string
  /** Seals secrets. Without it, setups have none. */
  secrets?: KeyRing | undefined
  /** Stores files. Without it, there are none. */
  storage?: FileStorage | undefined
}

/** The bulk actions that an area adds to the generic ones, and how it performs them. */
type AreaBulkActions = {
  actions?: readonly BulkAction[]
  handlers: Readonly<Record<string, BulkHandler>>
}

/**
 * Returns, by store ID, why a store can't be added to this record's stores. Locks out other
 * assignments until the transaction ends.
 */
export type FindStoreErrors = (
  trx: Connection,
  record: AnyRecord,
  storeIds: readonly number[],
) => Promise<ReadonlyMap<number, string>>

/** `column` has what the API returns, `sealed` the encrypted secret. */
export type SealedColumn = { table: string; column: string; sealed: string }

/** Defines an area; the compiler checks it against `Area`. */
export const defineArea = (area: Area): Area => area
