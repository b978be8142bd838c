import '#client/frame/storeForms.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { readinessChecks } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import { fixStoreParam } from './fixParams.ts'
import { parseFixKey, getCheckFixUrl, sortFailedChecks } from './checkFixes.ts'
import { findNextStore } from './findNextStore.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { StoreFix } from './StoreFixBar.tsx'

export { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'

type StoreFixOptions = { api: Api; params: URLSearchParams; signal: AbortSignal }

/**
 * Loads the fix that the URL names. Returns null if it can't be read, because the setup works
 * without it.
 */
export async function loadStoreFix({ api, params, signal }: StoreFixOptions): Promise<StoreFix> {
  const fix = parseFixKey(params)
  const id = Number(params.get(fixStoreParam))
  if (!fix || !Number.isInteger(id) || id < 1) return null
  const request = Promise.all([
    loadRecord(api, stores, id, signal),
    loadStoreReadiness(api, id, signal),
  ]).then(([store, readiness]) => ({ store, readiness }))
  const loaded = await resolveOrFailure(request, stores.title.one)
  if (isPageFailure(loaded)) return null
  const { store, readiness } = loaded
  const failedChecks = sortFailedChecks(store, readiness)
  const check = failedChecks.find(({ key }) => key === fix)
  const next = failedChecks.find(({ key }) => key !== fix)
  // A platform may not have this check at all, which doesn't mean that it passed.
  const isFixed = readiness.checks.some(({ key, ok }) => key === fix && ok)
  return {
    store: getLabel(stores, store),
    check: readinessChecks[fix].label,
    detail: check?.detail ?? null,
    ok: isFixed,
    nextStore: isFixed ? await findNextStore(api, { store, fix }, signal) : null,
    back: buildStoreUrl(id),
    next: next ? { label: readinessChecks[next.key].label, to: getCheckFixUrl(store, next) } : null,
  }
}
