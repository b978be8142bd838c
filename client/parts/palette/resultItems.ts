import { toReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { toReferenceOptions } from '#shared/engine/fields/references.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import type { PalettePage } from '#client/shell/paletteUrl.ts'
import type { PaletteItem } from './paletteItem.ts'

const storeTabByResource: Record<string, string> = { memberGroups: 'groups' }

/** Entries that are found although the generic panel shows them: they have a number of their own. */
const numberedEntries = ['giftCards']

/**
 * Returns whether a record opens by its name. Log entries open in their lists instead, a store's
 * groups in its tab.
 */
const canOpenByName = (resource: Resource) =>
  hasPage(resource) &&
  !storeTabByResource[resource.name] &&
  (!resource.api.appendOnly ||
    !!resource.list.defaultPanel ||
    numberedEntries.includes(resource.name))

/** Returns whether actions are listed for a record: those of its list, or of its own page. */
export const hasActions = (resource: Resource) =>
  canOpenByName(resource) || resource.list.page !== undefined

/** Returns whether results of this kind can be opened. */
export const isSearched = (resource: Resource) =>
  !resource.api.single && (hasActions(resource) || storeTabByResource[resource.name] !== undefined)

/** Returns the URL that opens a found record. Another store opens at the page's own tab. */
export function buildResultUrl(
  resource: Resource,
  record: AnyRecord,
  { pathname, search }: PalettePage,
): string {
  const { name } = resource
  const { scope = '', label } = resource.relations
  const tab = storeTabByResource[name]
  if (tab) {
    const params = new URLSearchParams({ tab, search: String(record[label]) })
    return `/stores/${String(record[scope])}?${params}`
  }
  if (name !== 'stores') return getRecordUrl(resource, record)
  // Switching stores keeps the page and its tab.
  const currentTab = new URLSearchParams(search).get('tab')
  const [, subpath = ''] = /^\/stores\/\d+(\/.*)?$/.exec(pathname) ?? []
  return `/stores/${record.id}${subpath}${currentTab && !subpath ? `?tab=${currentTab}` : ''}`
}

/** Describes found records as the palette lists them: by label, with what distinguishes them. */
export function toItems(resource: Resource, found: AnyRecord[], here: PalettePage): PaletteItem[] {
  const options = toReferenceOptions(toReferenceTarget(resource), found)
  return options.flatMap(({ label, detail = '' }, index) => {
    const record = found[index]
    return record ? [{ to: buildResultUrl(resource, record, here), label, detail }] : []
  })
}
