import type { PalettePage } from '#client/shell/paletteUrl.ts'
import { getSearchWords, matchesWords } from './matching.ts'
import { toGroupUnlessEmpty } from './paletteItems.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import type { AccessCheck } from './paletteItem.ts'

/** The page on which the palette is open, and what the operator may do. */
export type SearchContext = { here: PalettePage; allows: AccessCheck }

/** The records and actions that a text finds. */
export type SearchResults = { groups: PaletteGroup[]; acts: PaletteItem[]; more: boolean }

export const noResults: SearchResults = { groups: [], acts: [], more: false }

/**
 * Keeps earlier results that match the new text too, until its own search returns. Drops actions,
 * which belong to the earlier text.
 */
export const filterEarlierResults = (
  { groups, ...found }: SearchResults,
  text: string,
): SearchResults => {
  const words = getSearchWords(text)
  const isStill = ({ label, detail = '', of: recordName = '' }: PaletteItem) =>
    matchesWords(`${label} ${detail} ${recordName}`, words)
  return {
    ...found,
    groups: groups.flatMap(({ title, items }) => toGroupUnlessEmpty(title, items.filter(isStill))),
    acts: [],
    more: false,
  }
}
