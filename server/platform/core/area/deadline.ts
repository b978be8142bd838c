import type { DeadlineKind } from '#shared/engine/deadlineKinds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** A deadline as it is found, before it is saved. */
export type Deadline = {
  /** Identifies the deadline: the same subject is one deadline, however often it is found. */
  subject: string
  kind: DeadlineKind
  /** The permission key of the resource that it is about: accounts that can read it see the deadline. */
  permission: string
  title: string
  /** ISO 8601. */
  at: string
  /** Empty for records of the platform, which only accounts of all stores see. */
  storeIds: readonly number[]
  /** The URL in the console where an operator acts on it. */
  link: string
  /** The accounts that see the deadline. If missing, all that have the permission. */
  accountIds?: readonly number[]
}

/** Finds the deadlines of an area as of `now` (ISO 8601), past and future. */
export type FindDeadlines = (trx: Connection, now: string) => Promise<Deadline[]>
