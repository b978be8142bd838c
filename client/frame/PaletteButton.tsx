import { useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { buildPaletteUrl } from '../shell/paletteUrl.ts'
import type { PalettePage } from '../shell/paletteUrl.ts'
import type { PageAction } from '../ui/pageActions.ts'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './TopBar.css.ts'

/** Opens the palette; a link to `?find=` until its script runs. */
export function PaletteButton() {
  const here = useLocation()
  return (
    <a
      href={buildPaletteUrl(here)}
      className={`${styles.find} ${glyph.search}`}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <span>{messages.shell.find}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </a>
  )
}

/** Opens the palette limited to stores, which leads to the same page of another store. */
export const createSwitchStoreAction = (here: PalettePage): PageAction => ({
  label: messages.shell.switchStore,
  short: messages.shell.switchStoreShort,
  to: buildPaletteUrl(here, 'stores'),
  color: 'white',
})
