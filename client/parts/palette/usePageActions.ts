import { use, useSyncExternalStore } from 'react'
import { ActionOffersContext } from '#client/ui/pageActions.ts'
import type { ActionOffer, PageAction } from '#client/ui/pageActions.ts'
import { isSameItem } from './paletteItems.ts'
import type { PaletteItem } from './paletteItem.ts'

const noOffers: readonly ActionOffer[] = []

/**
 * Returns the actions that the page's header and list offer, each once. Parts of the page that load
 * late add theirs. The server knows none of them.
 */
export function usePageActions(): PaletteItem[] {
  const { subscribe, list } = use(ActionOffersContext)
  const offers = useSyncExternalStore(subscribe, list, () => noOffers)
  const detail = offers.find(({ title }) => title !== undefined)?.title ?? ''
  return offers
    .flatMap(({ actions }) => actions.flatMap((action) => toItem(action, detail)))
    .filter((one, index, all) => all.findIndex(isSameItem(one)) === index)
}

/** Returns nothing for an action that isn't possible now, or whose page is shown. */
function toItem(action: PageAction, detail: string): PaletteItem[] {
  if ('submits' in action) {
    const { label, submits, disabled, loading } = action
    return disabled || loading ? [] : [{ label, detail, to: '', submits }]
  }
  const { label, to, preventScrollReset, download, 'aria-current': current } = action
  return current ? [] : [{ label, detail, to, preventScrollReset, download }]
}
