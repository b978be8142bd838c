import { nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { Api } from '../engine/api.ts'
import type { ListQuery } from '../engine/listQuery.ts'
import { exportAddress } from '../engine/exports.ts'
import { listParams } from '../engine/listQuery.ts'
import { logEntries } from '../resources/logEntries.ts'

const ChainCheck = type({
  checked: number(),
  total: number(),
  /** Where to go on; null at the end, or where something is wrong. */
  next: nullable(number()),
  fault: nullable(
    type({
      /** `changed`, `removed`, `inserted`, `unsigned`; a newer platform may find more. */
      kind: string(),
      seq: number(),
      entry: nullable(type({ entry: number(), time: string(), event: string() })),
    }),
  ),
})
export type ChainCheck = Infer<typeof ChainCheck>

/** GET /logChains/CHAIN/verification: the next entries of the chain of a store, after this place. */
export async function verifyChain(
  api: Api,
  chain: number,
  after: number,
  signal?: AbortSignal,
): Promise<ChainCheck> {
  const path = `/logChains/${chain}/verification`
  const search = new URLSearchParams({ after: String(after) })
  const asked = { method: 'GET', path, search, ...(signal ? { signal } : {}) } as const
  return checked(ChainCheck, (await api.send(asked)).body)
}

/** What the console serves to be saved. */
export const checkpointsFile = (chain: number): string =>
  `/api/logChains/${chain}/checkpoints/export`

/** All that these filters choose of a store's logs, with all that is known of each. */
export const exportFile = (
  store: number,
  { filters, ...query }: ListQuery,
  format: 'csv' | 'ndjson',
): string => {
  const ofStore = { field: 'storeId', op: 'eq', value: String(store) } as const
  const others = filters.filter(({ field }) => field !== ofStore.field)
  return exportAddress(logEntries, { ...query, filters: [...others, ofStore] }, [], { format })
}

/** Where new entries are told of that these filters choose. */
export const tailAddress = (store: number, query: ListQuery): string =>
  `/api/logEntries/events?${logParams(store, { ...query, search: '', after: null, limit: 50 })}`

function logParams(store: number, query: ListQuery): URLSearchParams {
  const params = listParams(logEntries, query)
  params.set('filter[storeId][eq]', String(store))
  return params
}
