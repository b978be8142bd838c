import { array, intersection, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from './api.ts'
import type { Api } from './api.ts'
import { toSearchParams } from './list/listQuery.ts'
import type { ListQuery } from './list/listQuery.ts'
import { ListResponse } from './platformCalls.ts'
import type { Counts, PageInfo } from './platformCalls.ts'
import { RowValidationErrors } from './problem.ts'
import { impactParam } from './impact.ts'
import type { ListOptions } from './resourceOptions.ts'
import type { AnyRecord, Resource } from './resource.ts'
import { getParentValues } from './nestResource.ts'

/**
 * Uses of a record, which prevent its deletion: how many of each kind, and some names. `to` is the
 * URL if a kind has only one.
 */
export const RecordUses = array(
  type({ kind: string(), count: number(), examples: array(string()), to: optional(string()) }),
)
export type RecordUses = Infer<typeof RecordUses>

const RecordResponse = intersection([type({ id: number(), version: number() }), type({})])
/** Entries never change, so they have no version. */
const EntryResponse = intersection([type({ id: number() }), type({})])

/**
 * Parses a response as a record. The console relies only on `id` and `version`; all other fields
 * are up to the platform.
 */
export const parseRecord = (body: unknown): AnyRecord =>
  // Only these two fields are checked; a field that a platform omits shows as empty.
  parseResponse(RecordResponse, body) as AnyRecord

/** Parses an entry, which only the platform adds, and which has no version. */
export const parseUnversionedRecord = (body: unknown): AnyRecord =>
  parseResponse(EntryResponse, body) as AnyRecord // As in parseRecord.

export type RecordPage = {
  records: AnyRecord[]
  page: PageInfo
  counts?: Counts
  sums?: AnyRecord[]
}

type ListSource = Pick<Resource, 'name' | 'parentFilter' | 'listParams'> & {
  list: Pick<ListOptions, 'sort'>
}

export function buildListParams(resource: ListSource, query: ListQuery): URLSearchParams {
  const { parentFilter, listParams = {} } = resource
  const search = toSearchParams(resource, query)
  for (const [param, value] of Object.entries(listParams)) search.append(param, value)
  if (parentFilter) search.append(`filter[${parentFilter.field}][eq]`, String(parentFilter.id))
  return search
}

/**
 * GET /x, limited to the parent if there is one; optionally counts the records for each value of a
 * field. A plain list is one page of everything.
 */
export async function listRecords(
  api: Api,
  resource: ListSource,
  query: ListQuery,
  signal?: AbortSignal,
  countBy?: string,
): Promise<RecordPage> {
  const { name } = resource
  const search = buildListParams(resource, query)
  if (countBy !== undefined) search.set('counts', countBy)
  const response = await api.send({
    method: 'GET',
    path: `/${name}`,
    search,
    ...(signal ? { signal } : {}),
  })
  const { data, page, counts, sums } = parseResponse(ListResponse, response.body)
  return {
    ...(counts ? { counts } : {}),
    ...(sums ? { sums: sums as AnyRecord[] } : {}), // As `records`.
    // The fields of a plain platform's items are unknown (spec.md section 3), so every cell copes
    // with a missing value.
    records: data as AnyRecord[],
    page: page ?? { next: null, previous: null, total: data.length, totalIsCapped: false },
  }
}

/** GET /x/ID; fails with 404 if the record doesn't exist. */
export async function loadRecord(
  api: Api,
  resource: Pick<Resource, 'name'> & Partial<Pick<Resource, 'api'>>,
  id: number,
  signal?: AbortSignal,
): Promise<AnyRecord> {
  const path = `/${resource.name}/${id}`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return resource.api?.appendOnly ? parseUnversionedRecord(body) : parseRecord(body)
}

/** POST /x; fails with 422 and `fields`. */
export async function createRecord(
  api: Api,
  resource: Resource,
  values: object,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/${resource.name}`
  const body = { ...values, ...getParentValues(resource) }
  return parseRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** POST /x/many: creates all or none; fails with 422 and `rows`. */
export async function createRecords(
  api: Api,
  resource: Resource,
  records: object[],
  idempotencyKey: string,
): Promise<number> {
  const path = `/${resource.name}/many`
  const body = toRecordsBody(resource, records)
  const response = await api.send({ method: 'POST', path, body, idempotencyKey })
  return parseResponse(ListResponse, response.body).data.length
}

const toRecordsBody = (resource: Resource, records: object[]) => ({
  records: records.map((values) => ({ ...values, ...getParentValues(resource) })),
})

const RowErrorsResponse = type({ rows: RowValidationErrors })

/** POST /x/many/check: returns what isn't valid, including taken values; creates nothing. */
export async function checkNewRecords(
  api: Api,
  resource: Resource,
  records: object[],
): Promise<RowValidationErrors> {
  const path = `/${resource.name}/many/check`
  const response = await api.send({ method: 'POST', path, body: toRecordsBody(resource, records) })
  return parseResponse(RowErrorsResponse, response.body).rows
}

/**
 * PATCH /x/ID; fails with 409 and `current` if the record changed since, and with 409 and `reach`
 * until the impact's token is sent.
 */
export async function updateRecord(
  api: Api,
  resource: Resource,
  { id, version }: { id: number; version: number },
  changes: object,
  idempotencyKey: string,
  reach = '',
): Promise<AnyRecord> {
  const response = await api.send({
    method: 'PATCH',
    path: `/${resource.name}/${id}`,
    ...(reach ? { search: new URLSearchParams({ [impactParam]: reach }) } : {}),
    body: changes,
    ifMatch: version,
    idempotencyKey,
  })
  return parseRecord(response.body)
}

/** DELETE /x/ID; fails with 409 and `uses` while the record is in use. */
export async function deleteRecord(
  api: Api,
  resource: Resource,
  { id, version }: { id: number; version: number },
  idempotencyKey: string,
): Promise<void> {
  await api.send({
    method: 'DELETE',
    path: `/${resource.name}/${id}`,
    ifMatch: version,
    idempotencyKey,
  })
}

/** GET /x/ID/uses */
export async function loadUses(
  api: Api,
  resource: Resource,
  id: number,
  signal?: AbortSignal,
): Promise<RecordUses> {
  const path = `/${resource.name}/${id}/uses`
  const response = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(type({ data: RecordUses }), response.body).data
}

/**
 * PUT /x/order: puts the named records in this order, in the positions that they have; all others
 * keep theirs.
 */
export async function reorderRecords(
  api: Api,
  resource: Resource,
  ids: number[],
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'PUT', path: `/${resource.name}/order`, body: { ids }, idempotencyKey })
}
