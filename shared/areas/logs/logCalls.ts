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
  /** Where to go on; null at the end, or where something is wrong. */
  next: nullable(number()),
  fault: nullable(
    type({
      /** `changed`, `removed`, `inserted`, `unsigned`, `unknownKey`, `checkpointRemoved`, `copyDiffers`; a newer platform may find more. */
      kind: string(),
      seq: number(),
      entry: nullable(type({ entry: number(), time: string(), event: string() })),
    }),
  ),
  /** What went as the setting says: how many entries, from before when; older platforms drop nothing. */
  dropped: optional(nullable(type({ count: number(), until: string() }))),
})
export type LogVerification = Infer<typeof LogVerification>

/** The chain of a list of logs: that of its store, or the platform's own. */
export const getLogChain = ({ parentFilter: place }: Resource): number => place?.id ?? 0

/** GET /logChains/CHAIN/verification: the next entries of a chain, after this place. */
export async function verifyLogChain(
  api: Api,
  chain: number,
  after: number,
  signal?: AbortSignal,
): Promise<LogVerification> {
  const path = `/logChains/${chain}/verification`
  const search = new URLSearchParams({ after: String(after) })
  const asked = { method: 'GET', path, search, ...(signal ? { signal } : {}) } as const
  return parseResponse(LogVerification, (await api.send(asked)).body)
}

/** What the console serves to be saved. */
export const buildCheckpointsUrl = (chain: number): string =>
  `/api/logChains/${chain}/checkpoints/export`

/** All that these filters choose of a list of logs, equal failures one by one, with all that is known of each. */
export const buildLogExportUrl = (
  { listParams: _asks, ...entries }: Resource,
  query: ListQuery,
  format: 'csv' | 'ndjson',
): string => buildExportUrl(entries, query, [], { format })

/** Where new entries are told of that these filters choose. */
export function buildLogTailUrl(entries: Resource, query: ListQuery): string {
  const { name, parentFilter: place } = entries
  const params = toSearchParams(entries, { ...query, search: '', after: null, limit: 50 })
  if (place) params.set(`filter[${place.field}][eq]`, String(place.id))
  return `/api/${name}/events?${params}`
}
