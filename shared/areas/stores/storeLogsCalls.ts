import { array, nullable, number, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Id } from '#shared/engine/user.ts'

const StoreLogEntry = type({
  id: Id,
  time: string(),
  /**
   * `logStreams`, `logSeverities`, and `logResults` of logEntries.ts; a newer platform may have
   * more.
   */
  stream: string(),
  severity: string(),
  event: string(),
  actor: string(),
  targetType: nullable(string()),
  targetId: nullable(number()),
  label: nullable(string()),
  result: string(),
  ip: string(),
  requestId: string(),
  changes: record(string(), unknown()),
  cause: nullable(string()),
  /** Identifies equal failures; null if nothing failed. */
  fault: nullable(string()),
  count: number(),
  first: string(),
})
export type StoreLogEntry = Infer<typeof StoreLogEntry>

export const parseLogEntries = (records: readonly AnyRecord[]): StoreLogEntry[] =>
  parseResponse(array(StoreLogEntry), records)
