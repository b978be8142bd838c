import { useState } from 'react'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import type { ListLook } from '#client/list/listProps.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { more } from '#client/ui/glyph.css.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { groupsMessages } from './words.ts'

const say = groupsMessages

type RowProps = { group: AnyRecord; view: ListView; resource: Resource }

/** Its entries are made when it is opened: fifty of them are much of a page. Without JavaScript it leads to the members. */
function RowMenu({ group, view, resource }: RowProps) {
  const [opened, setOpened] = useState(false)
  const may = useMay()
  const at = panelAddresses(resource, view)
  return (
    <Menu
      label={say.more(labelOf(memberGroups, group))}
      face={<span className={more} />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        <MenuLink to={at('members', group.id)} preventScrollReset>
          {say.members}
        </MenuLink>
        {opened && may(memberGroups, 'write') && typeof group['programWaiting'] === 'number' && (
          <MenuLink to={at('approve', group.id)} preventScrollReset>
            {messages.asks(say.approveCredits)}
          </MenuLink>
        )}
        {opened && may(memberGroups, 'write') && (
          <MenuLink to={at('duplicate', group.id)} preventScrollReset>
            {messages.asks(say.duplicate)}
          </MenuLink>
        )}
        {opened && may(memberGroups, 'delete') && (
          <MenuLink to={at('delete', group.id)} preventScrollReset>
            {messages.asks(say.delete)}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

/** What a list of groups has of its own, on its page and in a store's tab. */
export const groupLook: ListLook = {
  rowActions: (group, view, resource) => <RowMenu {...{ group, view, resource }} />,
}

export const groupPanels = definePanels(() => import('./panels.tsx'), {
  create: { button: null },
  edit: { button: null },
  members: { button: null, reads: true },
  approve: { button: null },
  duplicate: { button: null },
  delete: { button: null },
})
