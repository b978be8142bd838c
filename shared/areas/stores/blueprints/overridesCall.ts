import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const StoreOverride = type({
  id: number(),
  name: string(),
  /** The store's own value; for a theme, its name. */
  value: string(),
  /** Who set it last and when; null if the log doesn't have it anymore. */
  changedBy: nullable(string()),
  changedAt: nullable(string()),
})
export type StoreOverride = Infer<typeof StoreOverride>

const StoreOverrides = type({
  /** How many stores override each platform default. */
  counts: array(type({ setting: string(), stores: number() })),
  /** A page of the stores that override the requested one, by name. */
  data: array(StoreOverride),
})
export type StoreOverrides = Infer<typeof StoreOverrides>

/** The number of stores on a page. */
export const overridesPageSize = 50

/** GET /stores/overrides: which stores differ from a platform default, after this many stores. */
export async function loadStoreOverrides(
  api: Api,
  { setting, from }: { setting: string; from: number },
  signal: AbortSignal,
): Promise<StoreOverrides> {
  const search = new URLSearchParams({ setting, from: String(from) })
  const { body } = await api.send({ method: 'GET', path: '/stores/overrides', search, signal })
  return parseResponse(StoreOverrides, body)
}
