import { useState } from 'react'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import type { ListOptions } from '#client/list/listProps.ts'
import { more } from '#client/ui/glyph.css.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { memberGroupsMessages } from './messages.ts'

type GroupMenuProps = { group: AnyRecord; view: ListView; resource: Resource }

/**
 * Renders its entries on first open, because fifty closed menus would make a large page. Without
 * JavaScript, it links to the members.
 */
function GroupMenu({ group, view, resource }: GroupMenuProps) {
  const [opened, setOpened] = useState(false)
  const can = useCan()
  const buildPanelUrl = createPanelUrls(resource, view)
  // Groups of different stores can share a name. A store's own list doesn't repeat the store.
  const store = resource.list.columns.includes('storeId') && group.labels?.['storeId']
  return (
    <Menu
      label={memberGroupsMessages.more(
        [getLabel(memberGroups, group), store].filter(Boolean).join(', '),
      )}
      face={<span className={more} />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        <MenuLink to={buildPanelUrl('members', group.id)} preventScrollReset>
          {memberGroupsMessages.members}
        </MenuLink>
        {opened && can(memberGroups, 'write') && typeof group['programWaiting'] === 'number' && (
          <MenuLink to={buildPanelUrl('approve', group.id)} preventScrollReset>
            {messages.addEllipsis(memberGroupsMessages.approveCredits)}
          </MenuLink>
        )}
        {opened && can(memberGroups, 'write') && (
          <MenuLink to={buildPanelUrl('duplicate', group.id)} preventScrollReset>
            {messages.addEllipsis(memberGroupsMessages.duplicate)}
          </MenuLink>
        )}
        {opened && can(memberGroups, 'delete') && (
          <MenuLink to={buildPanelUrl('delete', group.id)} preventScrollReset>
            {messages.addEllipsis(memberGroupsMessages.delete)}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

/** Options of group lists, on their page and in a store's tab. */
export const groupListOptions: ListOptions = {
  rowActions: (group, view, resource) => <GroupMenu {...{ group, view, resource }} />,
}
