import { use } from 'react'
import { messages } from '#shared/messages.ts'
import { Menu, MenuLink, MenuList } from '../ui/dialogs/Menu.tsx'
import type { PageLink } from '../ui/pageActions.ts'
import { HeaderActions } from '../ui/PageHeader.tsx'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './ListToolbar.css.ts'

type Props = {
  entries: readonly PageLink[]
  /** Null for a list without columns. */
  choose: PageLink | null
  sorts: readonly PageLink[]
  /** Whether the present order is descending. */
  descending: boolean
}

/**
 * Renders rare actions: reordering, several records at once, panels of this screen; in narrow
 * windows, also the rest of the toolbar and what the header has no room for.
 */
export function MoreMenu({ entries, choose, sorts, descending }: Props) {
  const headerLinks = use(HeaderActions).flatMap((action) =>
    'to' in action && action.short === null ? [{ label: action.label, to: action.to }] : [],
  )
  return (
    <div className={entries.length === 0 ? styles.narrowOnly : undefined}>
      <Menu
        label={messages.list.more}
        look="icon"
        face={<span className={glyph.more} />}
        align="end"
      >
        <MenuList>{entries.map(renderEntry)}</MenuList>
        <div className={styles.narrowOnly}>
          <MenuList>
            {[...headerLinks, ...(choose ? [choose] : [])].map(renderEntry)}
            {sorts.map(({ label, ...link }) => (
              <MenuLink key={label} {...link}>
                {label}
                {link['aria-current'] && <span className={descending ? glyph.down : glyph.up} />}
              </MenuLink>
            ))}
          </MenuList>
        </div>
      </Menu>
    </div>
  )
}

const renderEntry = ({ label, ...link }: PageLink) => (
  <MenuLink key={label} {...link}>
    {label}
  </MenuLink>
)
