import { array, intersection, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from './api.ts'
import type { Api } from './api.ts'
import { listParams } from './list/listQuery.ts'
import type { ListQuery } from './list/listQuery.ts'
import { ListAnswer } from './platformCalls.ts'
import type { Counts, Page } from './platformCalls.ts'
import { ProblemRows } from './problem.ts'
import { reachParam } from './reach.ts'
import type { AnyRecord, Resource } from './resource.ts'
import { placeValues } from './scope.ts'

/** What refers to a record and so keeps it from being deleted: how many of a kind, and some of their names; what there is one of says where it stands. */
export const Uses = array(
  type({ kind: string(), count: number(), examples: array(string()), to: optional(string()) }),
)
export type Uses = Infer<typeof Uses>

const RecordAnswer = intersection([type({ id: number(), version: number() }), type({})])
/** Entries, which nobody changes, have no version. */
const EntryAnswer = intersection([type({ id: number() }), type({})])

/** An answer as a record. Fields are the platform's word; `id` and `version` are what the console relies on. */
export const asRecord = (body: unknown): AnyRecord =>
  // Checked for what is relied on; a platform that leaves a field out shows it empty.
  checked(RecordAnswer, body) as AnyRecord

/** The same of an entry that only the platform adds: it has no version. */
export const asEntry = (body: unknown): AnyRecord => checked(EntryAnswer, body) as AnyRecord // As a record.

export type RecordPage = { records: AnyRecord[]; page: Page; counts?: Counts; sums?: AnyRecord[] }

type Asked = Pick<Resource, 'name' | 'sort' | 'place' | 'asks'>

export function listSearch(resource: Asked, query: ListQuery): URLSearchParams {
  const { place, asks = {} } = resource
  const search = listParams(resource, query)
  for (const [param, value] of Object.entries(asks)) search.append(param, value)
  if (place) search.append(`filter[${place.field}][eq]`, String(place.id))
  return search
}

/** GET /x, within a record what is in it; with how many there are by each value of `counted`. A plain list is one page of all. */
export async function listRecords(
  api: Api,
  resource: Asked,
  query: ListQuery,
  signal?: AbortSignal,
  counted?: string,
): Promise<RecordPage> {
  const { name } = resource
  const search = listSearch(resource, query)
  if (counted !== undefined) search.set('counts', counted)
  const answer = await api.send({
    method: 'GET',
    path: `/${name}`,
    search,
    ...(signal ? { signal } : {}),
  })
  const { data, page, counts, sums } = checked(ListAnswer, answer.body)
  return {
    ...(counts ? { counts } : {}),
    ...(sums ? { sums: sums as AnyRecord[] } : {}), // As the records.
    // Items of a plain platform are "not shown" (spec.md section 3): every cell copes with a missing value.
    records: data as AnyRecord[],
    page: page ?? { next: null, previous: null, total: data.length, totalIsCapped: false },
  }
}

/** GET /x/ID; a record that does not exist fails with 404. */
export async function readRecord(
  api: Api,
  { name, entries }: Pick<Resource, 'name' | 'entries'>,
  id: number,
  signal?: AbortSignal,
): Promise<AnyRecord> {
  const path = `/${name}/${id}`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return entries ? asEntry(body) : asRecord(body)
}

/** POST /x; fails with 422 and `fields`. */
export async function createRecord(
  api: Api,
  resource: Resource,
  values: object,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/${resource.name}`
  const body = { ...values, ...placeValues(resource) }
  return asRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** POST /x/many: creates all or none; fails with 422 and `rows`. */
export async function createRecords(
  api: Api,
  resource: Resource,
  records: object[],
  idempotencyKey: string,
): Promise<number> {
  const path = `/${resource.name}/many`
  const body = placed(resource, records)
  const answer = await api.send({ method: 'POST', path, body, idempotencyKey })
  return checked(ListAnswer, answer.body).data.length
}

const placed = (resource: Resource, records: object[]) => ({
  records: records.map((values) => ({ ...values, ...placeValues(resource) })),
})

const RowsAnswer = type({ rows: ProblemRows })

/** POST /x/many/check: what is not right with them, taken values too; nothing is created. */
export async function checkRecords(
  api: Api,
  resource: Resource,
  records: object[],
): Promise<ProblemRows> {
  const path = `/${resource.name}/many/check`
  const answer = await api.send({ method: 'POST', path, body: placed(resource, records) })
  return checked(RowsAnswer, answer.body).rows
}

/** PATCH /x/ID; fails with 409 and `current` when it changed meanwhile, with 409 and `reach` until the token of that is named. */
export async function updateRecord(
  api: Api,
  resource: Resource,
  { id, version }: { id: number; version: number },
  changes: object,
  idempotencyKey: string,
  reach = '',
): Promise<AnyRecord> {
  const answer = await api.send({
    method: 'PATCH',
    path: `/${resource.name}/${id}`,
    ...(reach ? { search: new URLSearchParams({ [reachParam]: reach }) } : {}),
    body: changes,
    ifMatch: version,
    idempotencyKey,
  })
  return asRecord(answer.body)
}

/** DELETE /x/ID; fails with 409 and `uses` while the record is used. */
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
export async function usesOf(
  api: Api,
  resource: Resource,
  id: number,
  signal?: AbortSignal,
): Promise<Uses> {
  const path = `/${resource.name}/${id}/uses`
  const answer = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(type({ data: Uses }), answer.body).data
}

/** PUT /x/order: the records named take their places in this order; all others keep theirs. */
export async function saveOrder(
  api: Api,
  resource: Resource,
  ids: number[],
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'PUT', path: `/${resource.name}/order`, body: { ids }, idempotencyKey })
}
