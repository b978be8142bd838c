import type { AlertKind } from '#shared/engine/alertKinds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** An alert as it is found, before it is saved. */
export type Alert = {
  /** Identifies the alert: the same subject is one alert, however often it is found. */
  subject: string
  kind: AlertKind
  /** The permission key of the alert's resource: accounts that can read it can read the alert. */
  permission: string
  title: string
  detail: string | null
  storeIds: number[]
  /** Higher ranks come first: alerts that affect members most. */
  rank: number
  fix: string
  /** When it began, if that is known to be before it was found. */
  since?: string | null
  /** The days before its date on which it last appeared; 0 once that has passed. It opens again when fewer are left. */
  noticeDays?: number
  /** The accounts that see the alert. If missing, all that have the permission. */
  accountIds?: number[]
  /** Subjects of alerts that are only effects of this one: it takes over their stores and details. */
  merges?: readonly string[]
  /** The detail after the merged alerts' details, which say the cause. If missing, `detail`. */
  detailWithoutCause?: string | null
  /** The texts if it covers several stores after merging others. If missing, its texts don't change. */
  severalStores?: Pick<Alert, 'title' | 'detail'>
}

/** Finds what operators should see now. `at` is ISO 8601. */
export type FindAlerts = (trx: Connection, at: string) => Promise<Alert[]>
