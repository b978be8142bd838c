import { findStoreList, isForAllStores } from '#shared/areas/stores/lists/storeList.ts'
import type { ListedStore, StorePage } from '#shared/areas/stores/lists/storeListCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import { listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, page } from '#server/platform/core/http/schemas.ts'
import { listParameters } from '#server/platform/core/http/listParameters.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { listRecords } from '#server/platform/core/records/list/list.ts'
import { readRow } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import { findListedIds, getPairs } from './findStores.ts'
import { getStoreList, getWriteRight, planStores, startStores } from './planStores.ts'
import { storeListJob } from './storeListJob.ts'

const hasStores = (all: readonly Kept[]) => all.filter((one) => findStoreList(one) !== null)

/** Jobs that change the stores of a record; those of stores' own fields are the stores' (bulk/recordJob.ts). */
export const storeListJobs = (all: readonly Kept[]): JobKind[] =>
  hasStores(all)
    .filter((one) => getStoreList(one).kind !== 'store')
    .map(storeListJob)

const flag = { type: 'boolean' }
const listed = object({
  id: whole,
  name: text,
  code: text,
  status: text,
  organisation: orNull(text),
  pair: orNull(text),
})
const planned = listOf(object({ id: whole, label: text, sentence: orNull(text) }))
const plan = object({
  id: whole,
  change: text,
  counts: object({
    changes: whole,
    unchanged: whole,
    refused: whole,
    unknown: whole,
    total: whole,
  }),
  first: planned,
  unchanged: planned,
  refused: planned,
  unknown: listOf(object({ row: whole, code: text, sentence: text })),
  warns: listOf(text),
})

/** The calls for the stores of a record: a page of them, a plan of a change, and the job that carries it out. */
export const storeListCalls = (all: readonly Kept[]): Call[] =>
  hasStores(all).flatMap((resource): Call[] => [
    {
      kind: 'read',
      needs: `${resource.permission}:read`,
      method: 'get',
      path: `/${resource.name}/:id/stores`,
      summary: `List the stores assigned to one ${resource.title.one}`,
      query: listParameters(stores),
      success: {
        status: 200,
        schema: object({ data: listOf(listed), page, isForAll: flag, total: whole }),
      },
      answer: (asked, platform, caller) => answerStores(resource, asked, platform, caller),
    },
    {
      kind: 'write',
      needs: getWriteRight(resource),
      method: 'post',
      path: `/${resource.name}/:id/stores/plan`,
      limit: 'plans',
      summary: `Preview adding stores to one ${resource.title.one}, or removing stores from it`,
      body: object({ change: text, ids: listOf(whole), query: text, codes: listOf(text) }, [
        'change',
      ]),
      success: { status: 200, schema: plan },
      refusals: [409, 413, 415, 422],
      answer: (change) => planStores(resource, change),
    },
    {
      kind: 'write',
      needs: getWriteRight(resource),
      method: 'post',
      path: `/${resource.name}/:id/stores`,
      summary: `Apply a plan that changes the stores of one ${resource.title.one}, as a job that can be undone`,
      body: object({ plan: whole }),
      success: { status: 202, schema: object({ id: whole }) },
      refusals: [409, 413, 415, 422],
      answer: (change) => startStores(resource, change),
    },
  ])

async function answerStores(
  resource: Kept,
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const list = getStoreList(resource)
  const id = recordIdOf(resource, asked)
  const record = await readRow(db, scopedTo(caller, resource), id, { lock: false })
  const storeIds = await findListedIds(db, list, record, caller)
  const pairs = getPairs(record, list)
  // The list of stores, limited to these as it is for an account of some stores.
  const found = await listRecords(db, { ...scopedTo(caller, stores), storeIds }, asked.query)
  const data = found.data.map((row): ListedStore => {
    const { id: store, name, code, status, labels } = row as Row
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
    page: found.page,
    isForAll: isForAllStores(resource, record),
    total: storeIds.length,
  }
  return { status: 200, body }
}

/** Columns of a store that no definition leaves out. */
type Row = {
  id: number
  name: string
  code: string
  status: string
  labels?: Record<string, string>
}
