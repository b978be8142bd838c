import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { within } from '#shared/engine/scope.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { logEntriesIn } from '#shared/areas/stores/storeLogsCalls.ts'
import { loadChunk } from '#client/runtime/failures.ts'
import { faultFilter, storeAddress } from '#shared/areas/stores/storeAddress.ts'
import type { LogLine } from '#client/areas/stores/logLine.ts'

/** The log of a store as a list. Equal failures are one entry, unless those of one failure are asked for. */
export function logOf(id: number, params = new URLSearchParams()): Resource {
  const log = within(logEntries, { field: 'storeId', id, path: storeAddress(id, 'logs') })
  return params.has(faultFilter) ? log : { ...log, asks: { grouped: '1' } }
}

/** A page of a log in words, a chunk that comes while the platform is asked; a rendered page does without it. */
export async function inWords<Page extends RecordPage>(
  reading: Promise<Page>,
  zone: () => Promise<string>,
): Promise<Page & { lines: LogLine[] }> {
  const [page, { logLine }, here] = await Promise.all([
    reading,
    loadChunk(() => import('#client/areas/stores/logLine.ts')),
    zone(),
  ])
  return {
    ...page,
    records: [],
    lines: logEntriesIn(page.records).map((entry) => logLine(entry, here)),
  }
}
