import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  activationMessages,
  testMessages,
} from '#shared/areas/stores/readiness/activationMessages.ts'
import { readinessChecks } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import { fixParam, fixStoreParam } from '#client/integrations/fix/fixParams.ts'
import type { StoreFix, StoreFixOptions } from '#client/integrations/fix/storeFixPart.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { findNextStoreToFix, getCheckFixUrl, sortFailedChecks } from '#client/frame/index.ts'
import { findUnpaidOrders } from './findUnpaidOrders.ts'
import { storeFixMessages } from './storeFixMessages.ts'

/**
 * Loads the fix that the URL names. Returns null if it can't be read, because the setup works
 * without it.
 */
export async function loadStoreFix({ api, params, signal }: StoreFixOptions): Promise<StoreFix> {
  const fix = integrationKinds.find((kind) => kind === params.get(fixParam))
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
  // An optional integration that isn't active has no check, but may only need a test or activation.
  const state = store[integrationsByKind[fix].field]
  const nextStep =
    state === 'draft' ? testMessages[fix] : state === 'verified' ? activationMessages[fix] : null
  const { fixing, fixed, active } = storeFixMessages.titles[fix]
  const name = getLabel(stores, store)
  const [nextStore, unpaid] = isFixed
    ? await Promise.all([
        findNextStoreToFix(api, { store, fix }, signal),
        fix === 'payment' ? findUnpaidOrders(api, id, signal) : null,
      ])
    : [null, null]
  return {
    title: isFixed ? fixed(name) : fixing(name),
    uncheckedTitle: isFixed ? active(name) : null,
    detail: check?.detail ?? nextStep,
    ok: isFixed,
    nextStore,
    unpaid,
    back: buildStoreUrl(id),
    next: next ? { label: readinessChecks[next.key].label, to: getCheckFixUrl(store, next) } : null,
  }
}
