import { Menu, MenuLink, MenuList } from '../ui/Menu.tsx'
import * as glyph from '../ui/glyph.css.ts'

/** What can be done with the record of a row: links, which stand in the page, so that they work without JavaScript. */
export const RowMenu = ({
  label,
  entries,
}: {
  /** Names the button: "More actions for Welcome". */
  label: string
  entries: readonly (readonly [words: string, to: string])[]
}) => (
  <Menu label={label} face={<span className={glyph.more} />} look="icon" align="end">
    <MenuList>
      {entries.map(([words, to]) => (
        <MenuLink key={words} to={to} preventScrollReset>
          {words}
        </MenuLink>
      ))}
    </MenuList>
  </Menu>
)
