import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks, readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type {
  Readiness,
  ReadinessCheck,
  ReadinessKey,
  ReadinessTarget,
} from '#shared/areas/stores/readiness/readinessChecks.ts'
import { integrationsByKind } from '#shared/areas/stores/status/storeStates.ts'
import { fixParam, fixStoreParam } from './fixParams.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'

export const parseFixKey = (params: URLSearchParams): ReadinessKey | undefined =>
  readinessKeys.find((key) => key === params.get(fixParam))

/** The address of a set-up, with what it is opened for. */
export function addFixParams(address: string, storeId: number, key: string): string {
  const [page = '', at] = address.split('#')
  const carried = `${fixStoreParam}=${storeId}&${fixParam}=${key}`
  return `${page}${page.includes('?') ? '&' : '?'}${carried}${at ? `#${at}` : ''}`
}

/** Where a check is mended: on the screen of its set-up, else on a tab of the store, at the first place that holds nothing, else the first (useFocusOnHash.ts). */
export function getCheckFixUrl(store: AnyRecord, { key, fix }: ReadinessCheck): string {
  if (fix) return addFixParams(fix, store.id, key)
  const { tab, at, opens }: ReadinessTarget = readinessChecks[key]
  if (opens !== undefined) return `${buildStoreUrl(store.id, tab, { [fixParam]: key })}&${opens}`
  const empty = at.find((place) => !store[place.replace(/^field-/, '')])
  return `${buildStoreUrl(store.id, tab, { [fixParam]: key })}#${empty ?? at[0]}`
}

/** Whether the check is of something that was at work and fails: members feel it now. What is missing yet can wait. */
export function isUrgent(store: AnyRecord, { key, ok }: ReadinessCheck): boolean {
  const field = Object.entries(integrationsByKind).find(([kind]) => kind === key)?.[1].field
  const state = field && store[field]
  return !ok && (state === 'active' || state === 'degraded')
}

/** What is not in order, what members feel first. */
export const sortFailedChecks = (store: AnyRecord, { checks }: Readiness): ReadinessCheck[] =>
  checks
    .filter(({ ok }) => !ok)
    .toSorted((one, other) => Number(isUrgent(store, other)) - Number(isUrgent(store, one)))
