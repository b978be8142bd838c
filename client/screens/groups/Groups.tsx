import '#client/signedIn.ts'
import { useState } from 'react'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { members } from '#shared/resources/members.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { useMay } from '#client/ConsoleContext.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { more } from '#client/ui/glyph.css.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/Menu.tsx'
import { groupsMessages } from './words.ts'

const say = groupsMessages

/** Its entries are made when it is opened: fifty of them are much of a page. Without JavaScript it leads to the members. */
function RowMenu({ group, view }: { group: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  const may = useMay()
  const at = panelAddresses(memberGroups, view)
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

/** Member Groups (screens.md): the generic list and form, who is in a group, duplicates, and a deletion that moves its members. */
export const { loader, action, Component, panels } = plainScreen(
  memberGroups,
  { rowActions: (group, view) => <RowMenu group={group} view={view} /> },
  {
    ...definePanels(() => import('./panels.tsx'), {
      create: { button: null },
      edit: { button: null },
      members: { button: null, reads: true },
      duplicate: { button: null },
      delete: { button: null },
    }),
    ...definePanels(() => import('./importMembers.tsx'), {
      import: { button: groupsMessages.importMembers, of: members },
    }),
  },
)
