import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { parsePlanId, parsePlanQuery } from '#shared/engine/bulk/planUrl.ts'
import { loadPlan } from '#shared/engine/bulk/planCalls.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import { listRecordStores } from '#shared/areas/stores/lists/storeListCalls.ts'
import type { StorePage } from '#shared/areas/stores/lists/storeListCalls.ts'
import { afterParam, assignParam, searchParam } from '#client/form/storeListUrl.ts'

/** The panel's data about a record's stores. */
export type LoadedStoreList = {
  record: AnyRecord
  page: StorePage
  search: string
  isAssigning: boolean
  plan: Plan | null
}

/** Loads the page of a record's stores that the URL names. */
export async function loadStoreList(
  {
    api,
    resource,
    params,
    signal,
  }: { api: Api; resource: Resource; params: URLSearchParams; signal: AbortSignal },
  record: AnyRecord,
): Promise<LoadedStoreList> {
  const search = (params.get(searchParam) ?? '').trim().slice(0, 100)
  const after = params.get(afterParam)
  const target = { resource, id: record.id }
  const planId = parsePlanId(params)
  const [page, plan] = await Promise.all([
    listRecordStores(api, target, { search, after, signal }),
    planId === null ? null : loadPlan(api, planId, { ...parsePlanQuery(params), signal }),
  ])
  return { record, page, search, isAssigning: params.has(assignParam), plan }
}
