import { array, define, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

/**
 * How close a result is to what was typed, closest first: the same name or number, a name that
 * begins with it, words that begin with its words, words that contain them, or similar words.
 */
export const matchKinds = ['exact', 'start', 'word', 'part', 'similar'] as const
export type MatchKind = (typeof matchKinds)[number]

const FoundRecord = define<AnyRecord>(
  'record',
  (value) => typeof value === 'object' && value !== null && 'id' in value,
)

const SearchResults = array(
  type({ resource: string(), match: enums(matchKinds), record: FoundRecord }),
)

/** A log with entries of the request that was typed: a store's, or the platform's. */
const RequestLog = type({ storeId: nullable(number()), store: nullable(string()) })
export type RequestLog = Infer<typeof RequestLog>

const SearchResponse = type({
  data: SearchResults,
  /** What the name finds, if the text names an action on a record, as in "acme logs". */
  named: SearchResults,
  requestLogs: array(RequestLog),
  /** The kinds with more matches than the response, and the search of their lists that finds all. */
  more: array(type({ resource: string(), search: string() })),
})
export type SearchResponse = Infer<typeof SearchResponse>
export type SearchResult = SearchResponse['data'][number]

/** The most results of one kind of record. */
export const maxResultsPerKind = 5

/**
 * GET /search: finds records of every kind that the caller can read, closest first. `name` is the
 * part of the text that may name a record.
 */
export async function searchEverything(
  api: Api,
  { text, name }: { text: string; name: string | null },
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const search = new URLSearchParams({ q: text, ...(name !== null && { name }) })
  const response = await api.send({
    method: 'GET',
    path: '/search',
    search,
    ...(signal ? { signal } : {}),
  })
  return parseResponse(SearchResponse, response.body)
}
