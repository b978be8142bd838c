import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import * as glyph from '#client/ui/glyph.css.ts'

/**
 * A link in a row's menu. One that changes something names its resource and action, is offered to
 * users with that permission, and leads to a panel that confirms it.
 */
type RowMenuEntry = readonly [words: string, to: string, of?: Resource, action?: Action]

/**
 * Renders the actions on a row's record, as links in the page, so that they work without
 * JavaScript.
 */
export function RowMenu({ label, entries }: { label: string; entries: readonly RowMenuEntry[] }) {
  const can = useCan()
  const allowedEntries = entries.filter(
    ([, , resource, action]) => !resource || can(resource, action),
  )
  if (allowedEntries.length === 0) return null
  return (
    <Menu label={label} face={<span className={glyph.more} />} look="icon" align="end">
      <MenuList>
        {allowedEntries.map(([words, to, resource]) => (
          <MenuLink key={words} to={to} preventScrollReset>
            {resource ? messages.addEllipsis(words) : words}
          </MenuLink>
        ))}
      </MenuList>
    </Menu>
  )
}
