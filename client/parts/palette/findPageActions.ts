import { paletteParam } from '#client/shell/paletteUrl.ts'
import { isSameItem } from './paletteItems.ts'
import type { PaletteItem } from './paletteItems.ts'

/** The page header including its tabs, and the buttons and menu of the list. */
const actionAreaSelectors = ['#content header', '#list ~ *']
const actionSelector = ':is(a[href], button:enabled):not([aria-current])'
/** Breadcrumbs, facts, links to other sites, and the palette itself. */
const excludedSelector = `ol, dl, [target], [href*="${paletteParam}="]`

/**
 * Finds the actions that the page offers. Choosing one presses its control on the page, so it
 * behaves the same.
 */
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
    .filter((one, index, all) => one.label !== '' && all.findIndex(isSameItem(one)) === index)
}

/**
 * Returns a control's name without counts and short labels for narrow screens, which follow the
 * name.
 */
const getControlName = (control: HTMLElement): string =>
  control.getAttribute('aria-label') ??
  [...control.childNodes].map(({ textContent }) => textContent?.trim()).find(Boolean) ??
  ''
