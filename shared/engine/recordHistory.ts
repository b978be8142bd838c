import { array, nullable, number, optional, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from './api.ts'
import type { Api } from './api.ts'
import { Id } from './user.ts'
import { PageInfo } from './platformCalls.ts'
import type { Resource } from './resource.ts'

const RecordHistoryEntrySchema = type({
  id: Id,
  time: string(),
  actor: string(),
  event: string(),
  before: record(string(), unknown()),
  after: record(string(), unknown()),
  hidden: array(string()),
  reason: optional(nullable(string())),
  /** Description, if the entry isn't a change to the record's fields. */
  says: optional(nullable(string())),
  /** ID for `POST /x/ID/undo/...`, while the change can be undone. */
  undo: optional(nullable(number())),
})
export type RecordHistoryEntry = Infer<typeof RecordHistoryEntrySchema>

const RecordHistoryResponse = type({
  data: array(RecordHistoryEntrySchema),
  page: optional(PageInfo),
})

/**
 * GET /x/ID/history, newest first; `after` is the cursor of another page. Fails with 404 if the
 * record doesn't exist.
 */
export async function loadRecordHistory(
  api: Api,
  resource: Pick<Resource, 'name'>,
  id: number,
  { after, signal }: { after: string | null; signal: AbortSignal },
): Promise<{ entries: RecordHistoryEntry[]; older: string | null }> {
  const path = `/${resource.name}/${id}/history`
  const search = new URLSearchParams(after ? { after } : {})
  const { data, page } = parseResponse(
    RecordHistoryResponse,
    (await api.send({ method: 'GET', path, search, signal })).body,
  )
  return { entries: data, older: page?.next ?? null }
}
