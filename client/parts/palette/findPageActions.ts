import { paletteParam } from '#client/shell/paletteUrl.ts'
import { isSameItem } from './paletteItems.ts'
import type { PaletteItem } from './paletteItems.ts'

/** The header of the page, its tabs included, and the buttons and the menu of its list. */
const actionAreaSelectors = ['#content header', '#list ~ *']
const actionSelector = ':is(a[href], button:enabled):not([aria-current])'
/** The way to the page, facts about it, other sites, and the palette. */
const excludedSelector = `ol, dl, [target], [href*="${paletteParam}="]`

/** What the page itself offers to whoever sees it: the palette presses it there, so that it does what it does. */
export function findPageActions(): PaletteItem[] {
  const title = document.querySelector('#content h1')?.textContent ?? ''
  const query = actionAreaSelectors.map((place) => `${place} ${actionSelector}`).join()
  return [...document.querySelectorAll<HTMLElement>(query)]
    .filter((control) => !control.closest(excludedSelector))
    .map((control) => ({
      to: control.getAttribute('href') ?? '',
      label: getControlName(control),
      tells: title,
      presses: control,
    }))
    .filter((one, at, all) => one.label !== '' && all.findIndex(isSameItem(one)) === at)
}

/** Counts, and shorter words for where it is narrow, stand behind its name. */
const getControlName = (control: HTMLElement): string =>
  control.getAttribute('aria-label') ??
  [...control.childNodes].map(({ textContent }) => textContent?.trim()).find(Boolean) ??
  ''
