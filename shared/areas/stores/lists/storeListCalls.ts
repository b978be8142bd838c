import { array, boolean, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { PageInfo } from '#shared/engine/platformCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'

const ListedStore = type({
  id: number(),
  name: string(),
  code: string(),
  status: string(),
  organisation: nullable(string()),
  /** Its line in the store map of a Printful account. */
  pair: nullable(string()),
})
export type ListedStore = Infer<typeof ListedStore>

const StorePage = type({
  data: array(ListedStore),
  page: PageInfo,
  /** Whether the record applies to all stores, whatever it lists. */
  isForAll: boolean(),
  /** Number of listed stores that the caller can see. */
  total: number(),
})
export type StorePage = Infer<typeof StorePage>

export type StoreListChange = 'add' | 'remove'

const PlannedStore = type({ id: number(), label: string(), sentence: nullable(string()) })

/**
 * A preview of adding stores to a record or removing them: which stores change, which are skipped,
 * and why.
 */
export const StorePlan = type({
  id: number(),
  change: string(),
  counts: type({
    changes: number(),
    unchanged: number(),
    refused: number(),
    unknown: number(),
    total: number(),
  }),
  first: array(PlannedStore),
  unchanged: array(PlannedStore),
  refused: array(PlannedStore),
  /** Pasted rows that match no store. */
  unknown: array(type({ row: number(), code: string(), sentence: string() })),
  warns: array(string()),
})
export type StorePlan = Infer<typeof StorePlan>

/** The selected stores: by ID, by a query of All Stores, or by pasted codes. */
export type StoreSelection = { ids: number[] } | { query: string } | { codes: string[] }

type StoreListOwner = { resource: Pick<Resource, 'name'>; id: number }

const buildStoresPath = ({ resource, id }: StoreListOwner) => `/${resource.name}/${id}/stores`

/** GET /x/ID/stores: a page of the record's stores that match `search`. */
export async function listRecordStores(
  api: Api,
  owner: StoreListOwner,
  { search, after, signal }: { search: string; after: string | null; signal: AbortSignal },
): Promise<StorePage> {
  const params = new URLSearchParams({ limit: '25', ...(search && { search }) })
  if (after !== null) params.set('after', after)
  const { body } = await api.send({
    method: 'GET',
    path: buildStoresPath(owner),
    search: params,
    signal,
  })
  return parseResponse(StorePage, body)
}

/**
 * POST /x/ID/stores/plan: previews the change. Fails with 422 and `fields` if the selection can't
 * be read.
 */
export async function planStoreListChange(
  api: Api,
  owner: StoreListOwner,
  body: StoreSelection & { change: StoreListChange },
  idempotencyKey: string,
): Promise<StorePlan> {
  const request = {
    method: 'POST',
    path: `${buildStoresPath(owner)}/plan`,
    body,
    idempotencyKey,
  } as const
  return parseResponse(StorePlan, (await api.send(request)).body)
}

/** POST /x/ID/stores: starts a job that applies the plan and can be undone. */
export const startStoreListChange = (
  api: Api,
  owner: StoreListOwner,
  plan: number,
  idempotencyKey: string,
): Promise<Job> => startJob(api, buildStoresPath(owner), idempotencyKey, { body: { plan } })
