import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { parseLogEntries } from '#shared/areas/stores/storeLogsCalls.ts'
import { loadChunk } from '#client/runtime/failures.ts'
import { failureFilterParam, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { LogLine } from '#client/areas/stores/logLine.ts'

/**
 * Creates a store's log list. Equal failures are grouped, unless the list is filtered to one
 * failure.
 */
export function createStoreLogResource(id: number, params = new URLSearchParams()): Resource {
  const log = nestResource(logEntries, { field: 'storeId', id, path: buildStoreUrl(id, 'logs') })
  return params.has(failureFilterParam) ? log : { ...log, listParams: { grouped: '1' } }
}

/**
 * Adds descriptions to a page of log entries. Their chunk loads in parallel with the entries; a
 * rendered page doesn't need it.
 */
export async function toLogLinePage<Page extends RecordPage>(
  loading: Promise<Page>,
  zone: () => Promise<string>,
): Promise<Page & { lines: LogLine[] }> {
  const [page, { toLogLine }, timeZone] = await Promise.all([
    loading,
    loadChunk(() => import('#client/areas/stores/logLine.ts')),
    zone(),
  ])
  return {
    ...page,
    records: [],
    lines: parseLogEntries(page.records).map((entry) => toLogLine(entry, timeZone)),
  }
}
