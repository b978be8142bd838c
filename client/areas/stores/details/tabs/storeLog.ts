import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { parseLogEntries } from '#shared/areas/stores/storeLogsCalls.ts'
import { loadChunk } from '#client/runtime/failures.ts'
import { failureFilterParam, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { LogLine } from '#client/areas/stores/logLine.ts'

/** The log of a store as a list. Equal failures are one entry, unless those of one failure are asked for. */
export function createStoreLog(id: number, params = new URLSearchParams()): Resource {
  const log = nestResource(logEntries, { field: 'storeId', id, path: buildStoreUrl(id, 'logs') })
  return params.has(failureFilterParam) ? log : { ...log, listParams: { grouped: '1' } }
}

/** A page of a log in words, a chunk that comes while the platform is asked; a rendered page does without it. */
export async function describeLogPage<Page extends RecordPage>(
  reading: Promise<Page>,
  zone: () => Promise<string>,
): Promise<Page & { lines: LogLine[] }> {
  const [page, { toLogLine: logLine }, here] = await Promise.all([
    reading,
    loadChunk(() => import('#client/areas/stores/logLine.ts')),
    zone(),
  ])
  return {
    ...page,
    records: [],
    lines: parseLogEntries(page.records).map((entry) => logLine(entry, here)),
  }
}
