import { useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { buildPaletteUrl } from '../shell/paletteUrl.ts'
import * as header from '../ui/PageHeader.css.ts'
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
export function SwitchStoreLink() {
  return (
    <ButtonLink
      to={buildPaletteUrl(useLocation(), 'stores')}
      color="white"
      aria-label={messages.shell.switchStore}
    >
      <span className={header.wide}>{messages.shell.switchStore}</span>
      <span className={header.narrow}>{messages.shell.switchStoreShort}</span>
    </ButtonLink>
  )
}
