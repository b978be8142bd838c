import { useState } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { createListScreen } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { userGroupPanels } from './panels.tsx'
import { addPeopleLinks } from '#client/frame/peopleLinks.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { buildGroupUsersUrl } from './buildGroupUsersUrl.ts'
import { userGroupsMessages } from './messages.ts'

const formatGroupStores = ({ allStores, storeIds }: AnyRecord) =>
  allStores === true
    ? userGroupsMessages.storesAll
    : Array.isArray(storeIds) && storeIds.length > 0
      ? userGroupsMessages.stores(storeIds.length)
      : userGroupsMessages.own

const renderUserCount = (group: AnyRecord) =>
  Number(group['members']) > 0 && (
    <Link
      to={buildGroupUsersUrl(group)}
      aria-label={userGroupsMessages.members(Number(group['members']))}
    >
      {String(group['members'])}
    </Link>
  )

/** Offers a group's actions. Entries render on first open. */
function UserGroupMenu({ group, view }: { group: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  const can = useCan()
  const to = (kind: string) => buildListUrl(userGroups, withPanel(view, kind, group.id))
  return (
    <Menu
      label={userGroupsMessages.actions(getLabel(userGroups, group))}
      face={<Ellipsis size={16} aria-hidden="true" />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        <MenuLink to={to('compare')} preventScrollReset>
          {userGroupsMessages.compare}
        </MenuLink>
        {opened && (
          <MenuLink to={buildGroupUsersUrl(group)}>{userGroupsMessages.showMembers}</MenuLink>
        )}
        {opened && can(userGroups, 'write') && (
          <MenuLink to={`/userGroups/create?from=${group.id}`}>
            {userGroupsMessages.duplicate}
          </MenuLink>
        )}
        {can(userGroups, 'delete') && group['builtIn'] !== true && (
          <MenuLink to={to('remove')} preventScrollReset>
            {messages.addEllipsis(userGroupsMessages.delete)}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

/** User groups, which grant operators their permissions (screens.md, User Groups). */
const userGroupsScreen = createListScreen(
  userGroups,
  {
    createAt: '/userGroups/create',
    cells: { members: renderUserCount, allStores: formatGroupStores },
    widths: { allStores: 112 },
    rowActions: (group, view) => <UserGroupMenu group={group} view={view} />,
  },
  userGroupPanels,
)

export const { loader, action, panels } = userGroupsScreen
export const Component = addPeopleLinks(userGroupsScreen.Component)
