import type { Api } from '#shared/engine/api.ts'
import type { Page } from '#shared/engine/platformCalls.ts'
import { storeLogs } from '#shared/stores/storeLogsCalls.ts'
import type { StoreLogQuery } from '#shared/stores/storeLogsCalls.ts'
import { loadChunk } from '#client/chunks.ts'
import type { LogLine } from './logLine.ts'

/**
 * A page of a store's log in words. The words are a chunk of their own, which comes while the platform is asked: a page that
 * the server has rendered holds the words, and is hydrated without it.
 */
export async function readLog(
  api: Api,
  id: number,
  query: StoreLogQuery,
  signal: AbortSignal,
): Promise<{ lines: LogLine[]; page: Page }> {
  const [{ entries, page }, { logLine }] = await Promise.all([
    storeLogs(api, id, query, signal),
    loadChunk(() => import('./logLine.ts')),
  ])
  return { lines: entries.map(logLine), page }
}
