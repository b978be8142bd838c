import { getListTitle } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { storeFieldPlaces, storeFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { storeTabTitles } from '#client/frame/index.ts'
import { describeField } from './places.ts'
import type { Place } from './places.ts'
import type { AccessCheck } from './paletteItem.ts'

const known = new Map<number, readonly Place[]>()
const maxKnown = 20

/**
 * Lists the fields of a store's page and of its SSO setups. They open with the field focused
 * (useFocusOnHash.ts).
 */
export function listStoreFields(id: number, allows: AccessCheck): readonly Place[] {
  if (!allows(stores, 'write')) return []
  const places = known.get(id) ?? createStoreFields(id)
  if (known.size >= maxKnown) known.clear()
  known.set(id, places)
  return places
}

const createStoreFields = (id: number): Place[] => [
  ...storeFields.map((name) => {
    const { tab } = storeFieldPlaces[name]
    return {
      ...describeField(stores, name, storeTabTitles[tab]),
      to: `${buildStoreUrl(id, tab)}#${name}`,
    }
  }),
  ...[adminSignOns, memberSignOns].flatMap((resource) =>
    Object.keys(resource.fields)
      .filter((name) => !['storeId', 'name'].includes(name))
      .map((name) => ({
        ...describeField(resource, name, getListTitle(resource)),
        to: `${resource.path.replace(':storeId', String(id))}#${name}`,
      })),
  ),
]
