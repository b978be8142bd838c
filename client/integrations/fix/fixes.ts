import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks, readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type {
  Readiness,
  ReadinessCheck,
  ReadinessKey,
  ReadinessPlace,
} from '#shared/areas/stores/readiness/readinessChecks.ts'
import { integrations } from '#shared/areas/stores/status/storeStates.ts'
import { fixParam, fixStoreParam } from './fixParams.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'

export const fixIn = (params: URLSearchParams): ReadinessKey | undefined =>
  readinessKeys.find((key) => key === params.get(fixParam))

/** The address of a set-up, with what it is opened for. */
export function fixAt(address: string, storeId: number, key: string): string {
  const [page = '', at] = address.split('#')
  const carried = `${fixStoreParam}=${storeId}&${fixParam}=${key}`
  return `${page}${page.includes('?') ? '&' : '?'}${carried}${at ? `#${at}` : ''}`
}

/** Where a check is mended: on the screen of its set-up, else on a tab of the store, at the first place that holds nothing, else the first (useFocusOnHash.ts). */
export function fixOf(store: AnyRecord, { key, fix }: ReadinessCheck): string {
  if (fix) return fixAt(fix, store.id, key)
  const { tab, at, opens }: ReadinessPlace = readinessChecks[key]
  if (opens !== undefined) return `${storeAddress(store.id, tab, { [fixParam]: key })}&${opens}`
  const empty = at.find((place) => !store[place.replace(/^field-/, '')])
  return `${storeAddress(store.id, tab, { [fixParam]: key })}#${empty ?? at[0]}`
}

/** Whether the check is of something that was at work and fails: members feel it now. What is missing yet can wait. */
export function isLoud(store: AnyRecord, { key, ok }: ReadinessCheck): boolean {
  const field = Object.entries(integrations).find(([kind]) => kind === key)?.[1].field
  const state = field && store[field]
  return !ok && (state === 'active' || state === 'degraded')
}

/** What is not in order, what members feel first. */
export const wrongFirst = (store: AnyRecord, { checks }: Readiness): ReadinessCheck[] =>
  checks
    .filter(({ ok }) => !ok)
    .toSorted((one, other) => Number(isLoud(store, other)) - Number(isLoud(store, one)))
