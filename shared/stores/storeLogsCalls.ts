import { array, nullable, number, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { Api } from '../engine/api.ts'
import { Page } from '../engine/platformCalls.ts'
import { Id } from '../signIn/user.ts'
import { readStorePart } from './readStorePart.ts'

const StoreLogEntry = type({
  id: Id,
  /** UTC ISO 8601. */
  time: string(),
  /** `logStreams`, `logSeverities` and `logResults` of storeLogs.ts; a newer platform may have more. */
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

const StoreLogPage = type({ data: array(StoreLogEntry), page: Page })

/** `from` and `to` are instants or UTC days; both are included. */
export type StoreLogQuery = {
  stream?: string
  severity?: string
  /** The `fault` of an entry: only its equals. */
  fault?: string
  /** Equal failures as one entry, the newest. */
  grouped?: '1'
  search?: string
  from?: string
  to?: string
  limit?: number
  after?: string
}

/** GET /stores/ID/logs: the newest entries first. */
export async function storeLogs(
  api: Api,
  id: number,
  query: StoreLogQuery = {},
  signal?: AbortSignal,
): Promise<{ entries: StoreLogEntry[]; page: Page }> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const body = await readStorePart(api, `/${id}/logs`, signal, search)
  const { data, page } = checked(StoreLogPage, body)
  return { entries: data, page }
}
