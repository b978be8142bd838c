import { listAddress, withPanel, withQuery } from '#shared/listView.ts'
import type { ListView } from '#shared/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/resource.ts'
import { Menu, MenuLink, MenuList } from '../ui/Menu.tsx'

type Props = {
  resource: Resource
  view: ListView
  createsElsewhere: boolean
  /** Further panels of this screen, each with a button. */
  buttons: { kind: string; button: string }[]
}

/** What is done less often: the order, several records at once, and what this screen adds. */
export function MoreMenu({ resource, view, createsElsewhere, buttons }: Props) {
  // A screen that makes records on a page of its own asks more of them than a line holds.
  const pastes = resource.writes.includes('create') && !createsElsewhere
  const entries = [
    ...(resource.position ? [{ kind: 'reorder', button: messages.list.reorder }] : []),
    ...(pastes ? [{ kind: 'paste', button: messages.list.paste }] : []),
    ...buttons,
  ]
  if (entries.length === 0) return null
  // The order can be changed only where the list shows it.
  const ordered = withQuery(view, {
    search: '',
    filters: [],
    sort: { field: resource.sort, descending: false },
  })
  return (
    <Menu label={messages.list.more} align="end">
      <MenuList>
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
