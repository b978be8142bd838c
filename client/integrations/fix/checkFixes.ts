import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks, readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type {
  Readiness,
  ReadinessCheck,
  ReadinessKey,
  ReadinessTarget,
} from '#shared/areas/stores/readiness/readinessChecks.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import { fixParam, fixStoreParam } from './fixParams.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'

export const parseFixKey = (params: URLSearchParams): ReadinessKey | undefined =>
  readinessKeys.find((key) => key === params.get(fixParam))

/** Adds the store and check to be fixed to a setup's URL. */
export function addFixParams(url: string, storeId: number, key: string): string {
  const [page = '', hash] = url.split('#')
  const params = `${fixStoreParam}=${storeId}&${fixParam}=${key}`
  return `${page}${page.includes('?') ? '&' : '?'}${params}${hash ? `#${hash}` : ''}`
}

/**
 * Returns where a check is fixed: the screen of its setup, or a tab of the store, at the first
 * empty place or else the first place (useFocusOnHash.ts).
 */
export function getCheckFixUrl(store: AnyRecord, { key, fix }: ReadinessCheck): string {
  if (fix) return addFixParams(fix, store.id, key)
  const { tab, at, opens }: ReadinessTarget = readinessChecks[key]
  if (opens !== undefined) return `${buildStoreUrl(store.id, tab, { [fixParam]: key })}&${opens}`
  const emptyPlace = at.find((place) => !store[place.replace(/^field-/, '')])
  return `${buildStoreUrl(store.id, tab, { [fixParam]: key })}#${emptyPlace ?? at[0]}`
}

/**
 * Returns whether the check is about something that worked and now fails, which affects members
 * now. Missing settings can wait.
 */
export function isUrgentFailure(store: AnyRecord, { key, ok }: ReadinessCheck): boolean {
  const field = Object.entries(integrationsByKind).find(([kind]) => kind === key)?.[1].field
  const state = field && store[field]
  return !ok && (state === 'active' || state === 'degraded')
}

/** Sorts the failed checks, those that affect members first. */
export const sortFailedChecks = (store: AnyRecord, { checks }: Readiness): ReadinessCheck[] =>
  checks
    .filter(({ ok }) => !ok)
    .toSorted(
      (one, other) => Number(isUrgentFailure(store, other)) - Number(isUrgentFailure(store, one)),
    )
