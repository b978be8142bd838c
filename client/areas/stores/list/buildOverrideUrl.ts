import { storeFieldPlaces } from '#shared/areas/stores/storeFieldPlaces.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'

/** Builds the URL of the tab that edits an overridden setting of a store. */
export function buildOverrideUrl(storeId: number, setting: unknown): string {
  const place = Object.entries(storeFieldPlaces).find(([name]) => name === setting)?.[1]
  return buildStoreUrl(storeId, place?.tab)
}
