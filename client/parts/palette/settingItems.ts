import { getField, getListTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { storeFieldPlaces, storeFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { storeTabTitles } from '#client/frame/index.ts'
import type { PalettePage } from '#client/shell/paletteUrl.ts'
import { getSearchWords } from './matching.ts'
import { fieldSynonyms, paletteMessages } from './messages.ts'
import { getPathStoreId, toGroupUnlessEmpty } from './paletteItems.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import type { AccessCheck } from './recordActions.ts'

const maxSettings = 5

/**
 * Finds fields by their labels and synonyms: those of the store at hand, and of the platform's
 * settings. They open with the field focused (useFocusOnHash.ts).
 */
export function findSettings(text: string, allows: AccessCheck, here: PalettePage): PaletteGroup[] {
  const words = getSearchWords(text)
  const storeId = getPathStoreId(here.pathname)
  const storeItems =
    storeId !== null && allows(stores, 'write')
      ? storeFields.map((name) => {
          const { tab } = storeFieldPlaces[name]
          return toSetting(stores, name, buildStoreUrl(storeId, tab), storeTabTitles[tab])
        })
      : []
  const platformItems = resources
    .filter((resource) => resource.api.single && allows(resource, 'write'))
    .flatMap((resource) =>
      Object.keys(resource.fields).map((name) =>
        toSetting(resource, name, resource.path, getListTitle(resource)),
      ),
    )
  const found = [...storeItems, ...platformItems]
    .filter(({ names }) => matchesWordStarts(names, words))
    .map(({ item }) => item)
  return toGroupUnlessEmpty(paletteMessages.settings, found.slice(0, maxSettings))
}

function toSetting(
  resource: Resource,
  name: string,
  path: string,
  detail: string,
): { item: PaletteItem; names: string } {
  const label = getField(resource, name)?.label ?? name
  return {
    item: { label, detail, to: `${path}#${name}` },
    names: `${label} ${fieldSynonyms[name] ?? ''}`,
  }
}

/** Returns whether each word begins one of the names. */
const matchesWordStarts = (names: string, words: readonly string[]): boolean => {
  const starts = getSearchWords(names)
  return words.every((word) => word.length > 1 && starts.some((start) => start.startsWith(word)))
}
