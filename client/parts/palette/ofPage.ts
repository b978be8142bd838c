import { findParam } from '#client/shell/finding.ts'
import { isSame } from './offers.ts'
import type { Item } from './offers.ts'

/** The header of the page, its tabs included, and the buttons and the menu of its list. */
const places = ['#content header', '#list ~ *']
const controls = ':is(a[href], button:enabled):not([aria-current])'
/** The way to the page, facts about it, other sites, and the palette. */
const elsewhere = `ol, dl, [target], [href*="${findParam}="]`

/** What the page itself offers to whoever sees it: the palette presses it there, so that it does what it does. */
export function ofThisPage(): Item[] {
  const title = document.querySelector('#content h1')?.textContent ?? ''
  const query = places.map((place) => `${place} ${controls}`).join()
  return [...document.querySelectorAll<HTMLElement>(query)]
    .filter((control) => !control.closest(elsewhere))
    .map((control) => ({
      to: control.getAttribute('href') ?? '',
      label: nameOf(control),
      tells: title,
      presses: control,
    }))
    .filter((one, at, all) => one.label !== '' && all.findIndex(isSame(one)) === at)
}

/** Counts, and shorter words for where it is narrow, stand behind its name. */
const nameOf = (control: HTMLElement): string =>
  control.getAttribute('aria-label') ??
  [...control.childNodes].map(({ textContent }) => textContent?.trim()).find(Boolean) ??
  ''
