import { nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import { buildExportUrl } from '#shared/engine/exportUrl.ts'
import { toSearchParams } from '#shared/engine/list/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'

const LogVerification = type({
  checked: number(),
  total: number(),
  /** Where to continue; null at the end or after a fault. */
  next: nullable(number()),
  fault: nullable(
    type({
      /**
       * `changed`, `removed`, `inserted`, `unsigned`, `unknownKey`, `checkpointRemoved`,
       * `copyDiffers`; a newer platform may have more.
       */
      kind: string(),
      seq: number(),
      entry: nullable(type({ entry: number(), time: string(), event: string() })),
    }),
  ),
  /**
   * Entries deleted by log retention: how many, and before which time. Older platforms delete none.
   */
  dropped: optional(nullable(type({ count: number(), until: string() }))),
})
export type LogVerification = Infer<typeof LogVerification>

/** Returns the chain of a log list: the store's, or the platform's (0). */
export const getLogChainId = ({ parentFilter }: Resource): number => parentFilter?.id ?? 0

/** GET /logChains/CHAIN/verification: verifies the next entries of a chain, after this position. */
export async function verifyLogChainBatch(
  api: Api,
  chain: number,
  after: number,
  signal?: AbortSignal,
): Promise<LogVerification> {
  const path = `/logChains/${chain}/verification`
  const search = new URLSearchParams({ after: String(after) })
  const request = { method: 'GET', path, search, ...(signal ? { signal } : {}) } as const
  return parseResponse(LogVerification, (await api.send(request)).body)
}

/** Builds the console's download URL for a chain's checkpoints. */
export const buildCheckpointsUrl = (chain: number): string =>
  `/api/logChains/${chain}/checkpoints/export`

/**
 * Builds the export URL for all entries that match the filters. Equal failures are listed
 * separately, and entries have all their columns.
 */
export const buildLogExportUrl = (
  { listParams: _listParams, ...entries }: Resource,
  query: ListQuery,
  format: 'csv' | 'ndjson',
): string => buildExportUrl(entries, query, [], { format })

/** Builds the URL of the event stream of new entries that match the filters. */
export function buildLogTailUrl(entries: Resource, query: ListQuery): string {
  const { name } = entries
  const { parentFilter } = entries
  const params = toSearchParams(entries, { ...query, search: '', after: null, limit: 50 })
  if (parentFilter) params.set(`filter[${parentFilter.field}][eq]`, String(parentFilter.id))
  return `/api/${name}/events?${params}`
}
