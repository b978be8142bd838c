import { array, nullable, number, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { AnyRecord } from '../engine/resource.ts'
import { Id } from '../signIn/user.ts'

const StoreLogEntry = type({
  id: Id,
  /** UTC ISO 8601. */
  time: string(),
  /** `logStreams`, `logSeverities` and `logResults` of logEntries.ts; a newer platform may have more. */
  stream: string(),
  severity: string(),
  /** What happened: `stores.suspended`. */
  event: string(),
  actor: string(),
  targetType: nullable(string()),
  targetId: nullable(number()),
  label: nullable(string()),
  result: string(),
  ip: string(),
  requestId: string(),
  /** The fields that changed, each with `before` and `after`. */
  changes: record(string(), unknown()),
  /** Why it failed, as whoever refused it says, without secrets. */
  cause: nullable(string()),
  /** The same for failures that are equal; null of what did not fail. */
  fault: nullable(string()),
  /** How many equal ones this entry stands for, and when the first of them was. */
  count: number(),
  first: string(),
})
export type StoreLogEntry = Infer<typeof StoreLogEntry>

/** Records of a store's log, checked for what is said of them. */
export const logEntriesIn = (records: readonly AnyRecord[]): StoreLogEntry[] =>
  checked(array(StoreLogEntry), records)
