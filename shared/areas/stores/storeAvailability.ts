import { boolean, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

/** Store fields that must be unique and can be checked before saving. */
export const uniqueStoreFields = ['code', 'subdomain', 'domain'] as const
export type UniqueStoreField = (typeof uniqueStoreFields)[number]

const Availability = type({ available: boolean(), message: nullable(string()) })
/** `message` says which rule the value breaks, or that it's taken; null if it's available. */
export type Availability = Infer<typeof Availability>

/** GET /stores/available; `except` is the store that may keep its own value. Needs `storesRead`. */
export async function checkStoreValueAvailability(
  api: Api,
  { field, value, except }: { field: UniqueStoreField; value: string; except?: number },
  signal?: AbortSignal,
): Promise<Availability> {
  const search = new URLSearchParams({ field, value })
  if (except !== undefined) search.set('except', String(except))
  const path = '/stores/available'
  const answer = await api.send({ method: 'GET', path, search, ...(signal ? { signal } : {}) })
  return parseResponse(Availability, answer.body)
}
