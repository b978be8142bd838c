import { findStoreList, isForAllStores } from '#shared/engine/storeList.ts'
import type { ListedStore, StorePage } from '#shared/areas/stores/lists/storeListCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { guardWrites } from '#server/platform/core/records/guardedWrites.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import {
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import {
  nameSchema,
  objectSchema,
  planReferenceSchema,
  startedJobSchema,
  pageSchema,
} from '#server/platform/core/http/schema.ts'
import { buildListParameters } from '#server/platform/core/http/listParameters.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { listRecords } from '#server/platform/core/records/list/list.ts'
import { loadUnlabeledRecord } from '#server/platform/core/records/loadRecord.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { findListedIds, getPairsByStoreCode } from './findStores.ts'
import {
  getStoreList,
  getStoreListPermission,
  planStoreListChange,
  startStoreListChange,
} from './planStores.ts'
import { createStoreListJob } from './storeListJob.ts'

const filterStoreLists = (all: readonly ResourceModule[]) =>
  all.filter((one) => findStoreList(one) !== null)

/**
 * Builds the jobs that change the stores of a record. For a field of stores, it's the update job of
 * stores (core/bulk/updateJob.ts).
 */
export const buildStoreListJobs = (all: readonly ResourceModule[]): JobKind[] =>
  filterStoreLists(all)
    .filter((one) => getStoreList(one).kind !== 'store')
    .map(createStoreListJob)

const isForAllSchema = { type: 'boolean' }
const listedStoreSchema = nameSchema(
  'ListedStore',
  objectSchema({
    id: integerSchema,
    name: stringSchema,
    code: stringSchema,
    status: stringSchema,
    organisation: nullableSchema(stringSchema),
    pair: nullableSchema(stringSchema),
  }),
)
const storeListSchema = nameSchema(
  'AssignedStores',
  objectSchema({
    data: arraySchema(listedStoreSchema),
    page: pageSchema,
    isForAll: isForAllSchema,
    total: integerSchema,
  }),
)
const storeListChangeSchema = nameSchema(
  'StoreListChange',
  objectSchema(
    {
      change: stringSchema,
      ids: arraySchema(integerSchema),
      query: stringSchema,
      codes: arraySchema(stringSchema),
    },
    ['change'],
  ),
)
const plannedStoresSchema = arraySchema(
  objectSchema({ id: integerSchema, label: stringSchema, sentence: nullableSchema(stringSchema) }),
)
const storePlanSchema = nameSchema(
  'StoreListPlan',
  objectSchema({
    id: integerSchema,
    change: stringSchema,
    counts: objectSchema({
      changes: integerSchema,
      unchanged: integerSchema,
      refused: integerSchema,
      unknown: integerSchema,
      total: integerSchema,
    }),
    first: plannedStoresSchema,
    unchanged: plannedStoresSchema,
    refused: plannedStoresSchema,
    unknown: arraySchema(
      objectSchema({ row: integerSchema, code: stringSchema, sentence: stringSchema }),
    ),
    warns: arraySchema(stringSchema),
  }),
)

/**
 * Builds the calls for the stores of a record: a page of them, a plan of a change, and the job that
 * applies it.
 */
export const buildStoreListCalls = (all: readonly ResourceModule[]): Call[] =>
  filterStoreLists(all).flatMap((resource): Call[] => [
    {
      kind: 'read',
      permission: `${resource.permission}:read`,
      method: 'get',
      path: `/${resource.name}/:id/stores`,
      summary: `List the stores assigned to one ${resource.title.one}`,
      query: buildListParameters(stores),
      success: {
        status: 200,
        schema: storeListSchema,
      },
      handler: (request, platform, caller) =>
        listAssignedStores(resource, request, platform, caller),
    },
    {
      kind: 'write',
      permission: getStoreListPermission(resource),
      method: 'post',
      path: `/${resource.name}/:id/stores/plan`,
      limit: 'plans',
      summary: `Preview a change to the stores of one ${resource.title.one}`,
      body: storeListChangeSchema,
      success: { status: 200, schema: storePlanSchema },
      handler: (context) => planStoreListChange(resource, context),
    },
    {
      kind: 'write',
      permission: getStoreListPermission(resource),
      method: 'post',
      path: `/${resource.name}/:id/stores`,
      ...guardWrites(resource),
      summary: `Start a job that applies a plan to add stores to one ${resource.title.one} or remove stores from it. The job can be undone.`,
      body: planReferenceSchema,
      success: { status: 202, schema: startedJobSchema },
      handler: (context) => startStoreListChange(resource, context),
    },
  ])

async function listAssignedStores(
  resource: ResourceModule,
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const list = getStoreList(resource)
  const id = parseRecordId(resource, request)
  const record = await loadUnlabeledRecord(db, limitToCaller(caller, resource), id, { lock: false })
  const storeIds = await findListedIds(db, list, record, caller)
  const pairs = getPairsByStoreCode(record, list)
  // The list of stores, limited to these as for a limited account.
  const listedStores = await listRecords(
    db,
    { ...limitToCaller(caller, getResourceModule('stores')), storeIds },
    request.query,
    now(),
  )
  const data = listedStores.data.map((row): ListedStore => {
    const { id: store, name, code, status, labels } = row as ListedStoreRow
    return {
      id: store,
      name,
      code,
      status,
      organisation: labels?.['organisationId'] ?? null,
      pair: pairs.get(code) ?? null,
    }
  })
  const body: StorePage = {
    data,
    page: listedStores.page,
    isForAll: isForAllStores(resource, record),
    total: storeIds.length,
  }
  return { status: 200, body }
}

/** The columns of a store that every definition has. */
type ListedStoreRow = {
  id: number
  name: string
  code: string
  status: string
  labels?: Record<string, string>
}
