import { usualSort } from '#shared/engine/listQuery.ts'
import { listAddress, withPanel, withQuery } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { listTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { ListPanels } from './definePanels.ts'
import { Menu, MenuLink, MenuList } from '../ui/Menu.tsx'

type Props = {
  resource: Resource
  view: ListView
  /** All that the list may open, some with a button. */
  panels: ListPanels
  beside?: readonly Resource[] | undefined
}

/** What is done less often: the order, several records at once, and what this screen adds. */
export function MoreMenu({ resource, view, panels, beside = [] }: Props) {
  const entries = Object.entries(panels).flatMap(([kind, { button }]) =>
    button === null ? [] : [{ kind, button }],
  )
  if (entries.length + beside.length === 0) return null
  // The order can be changed only where the list shows it.
  const ordered = withQuery(view, {
    search: '',
    filters: [],
    sort: usualSort(resource),
  })
  return (
    <Menu label={messages.list.more} align="end">
      <MenuList>
        {beside.map((other) => (
          <MenuLink key={other.name} to={other.path}>
            {listTitle(other)}
          </MenuLink>
        ))}
        {entries.map(({ kind, button }) => (
          <MenuLink
            key={kind}
            to={listAddress(resource, withPanel(kind === 'reorder' ? ordered : view, kind))}
            preventScrollReset
          >
            {button}
          </MenuLink>
        ))}
      </MenuList>
    </Menu>
  )
}
