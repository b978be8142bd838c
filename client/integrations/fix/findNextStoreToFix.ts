import type { Api } from '#shared/engine/api.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import { getCheckFixUrl } from './checkFixes.ts'
import { nextStoreMessages } from './nextStoreMessages.ts'
import type { NextStore } from './nextStoreMessages.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'

/**
 * Finds the other stores of the same status that fail a check, once it's fixed in one of them, and where the next of them is fixed.
 * Null if they can't be read.
 */
export async function findNextStoreToFix(
  api: Api,
  { store, fix }: { store: AnyRecord; fix: ReadinessKey },
  signal: AbortSignal,
): Promise<NextStore | null> {
  const nextStore = await resolveOrFailure(
    loadNextStore(api, { store, fix }, signal),
    stores.title.many,
  )
  return isPageFailure(nextStore) ? null : nextStore
}

/** A platform may have other statuses. */
const noneMessages: Readonly<Record<string, string | undefined>> = nextStoreMessages.none

async function loadNextStore(
  api: Api,
  { store, fix }: { store: AnyRecord; fix: ReadinessKey },
  signal: AbortSignal,
): Promise<NextStore> {
  const lists = await Promise.all(
    getFailureFilters(fix).map((filter) => {
      const params = new URLSearchParams({
        [filter]: fix,
        'filter[status][eq]': String(store['status']),
        'filter[held][eq]': '0',
      })
      return listRecords(api, stores, parseListQuery(stores, params).query, signal)
    }),
  )
  const failingStores = lists.flatMap(({ records }) => records)
  const [next] = failingStores.filter(({ id }) => id !== store.id)
  if (!next) {
    const label = noneMessages[String(store['status'])] ?? nextStoreMessages.noneWithStatus
    return { label, to: null }
  }
  const total = lists.reduce((sum, { page }) => sum + page.total, 0)
  const isListed = failingStores.some(({ id }) => id === store.id)
  const { checks } = await loadStoreReadiness(api, next.id, signal)
  const check = checks.find(({ key, ok }) => key === fix && !ok)
  return {
    label: nextStoreMessages.next(total - (isListed ? 1 : 0)),
    to: check ? getCheckFixUrl(next, check) : buildStoreUrl(next.id),
  }
}

/**
 * Returns the filters of the lists that include stores failing this check. An integration that
 * stopped working doesn't count as missing, so it needs a list of its own.
 */
const getFailureFilters = (fix: ReadinessKey): string[] => [
  'filter[missing][has]',
  ...(Object.hasOwn(integrationsByKind, fix) ? ['filter[failingIntegrations][has]'] : []),
]
