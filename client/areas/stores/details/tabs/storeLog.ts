import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { logsArea } from '#client/frame/index.ts'
import { failureFilterParam, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { LogLine } from '#client/list/logs/index.ts'

/**
 * Creates a store's log list. Equal failures are grouped, unless the list is filtered to one
 * failure.
 */
export function createStoreLogResource(id: number, params = new URLSearchParams()): Resource {
  const log = nestResource(logEntries, { field: 'storeId', id, path: buildStoreUrl(id, 'logs') })
  return params.has(failureFilterParam) ? log : { ...log, listParams: { grouped: '1' } }
}

/** Describes a page of log entries. */
export async function toLogLinePage<Page extends RecordPage>(
  loading: Promise<Page>,
  zone: () => Promise<string>,
): Promise<Page & { lines: LogLine[] }> {
  const [page, timeZone, { parseLogEntries, toLogLine }] = await Promise.all([
    loading,
    zone(),
    logsArea.load(),
  ])
  return {
    ...page,
    records: [],
    lines: parseLogEntries(page.records).map((entry) => toLogLine(entry, timeZone)),
  }
}
