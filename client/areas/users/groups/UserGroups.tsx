import '#client/frame/people.ts'
import { useState } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { PeopleEntries, withPeopleLinks } from '#client/frame/peopleLinks.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { membersAt } from './membersAt.ts'
import { groupWords as say } from './words.ts'

const storesOf = ({ allStores, storeIds }: AnyRecord) =>
  allStores === true
    ? say.storesAll
    : Array.isArray(storeIds) && storeIds.length > 0
      ? say.stores(storeIds.length)
      : say.own

const membersOf = (group: AnyRecord) =>
  Number(group['members']) > 0 && (
    <Link to={membersAt(group)} aria-label={say.members(Number(group['members']))}>
      {String(group['members'])}
    </Link>
  )

/** What can be done to a group from its row; the entries are made when the menu is first opened. */
function RowMenu({ group, view }: { group: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  const may = useMay()
  const to = (kind: string) => listAddress(userGroups, withPanel(view, kind, group.id))
  return (
    <Menu
      label={say.actions(labelOf(userGroups, group))}
      face={<Ellipsis size={16} aria-hidden="true" />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        <MenuLink to={to('compare')} preventScrollReset>
          {say.compare}
        </MenuLink>
        {opened && <MenuLink to={membersAt(group)}>{say.showMembers}</MenuLink>}
        {opened && may(userGroups, 'write') && (
          <MenuLink to={`/userGroups/create?from=${group.id}`}>{say.duplicate}</MenuLink>
        )}
        {may(userGroups, 'delete') && group['builtIn'] !== true && (
          <MenuLink to={to('remove')} preventScrollReset>
            {messages.asks(say.delete)}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

/** User groups: what gives operators their permissions (screens.md, User Groups). */
const groups = plainScreen(
  userGroups,
  {
    createAt: '/userGroups/create',
    cells: { members: membersOf, allStores: storesOf },
    widths: { allStores: 112 },
    narrowEntries: <PeopleEntries />,
    rowActions: (group, view) => <RowMenu group={group} view={view} />,
  },
  definePanels(() => import('./panels.tsx'), {
    create: { button: null },
    edit: { button: null },
    compare: { button: null, reads: true, params: ['with'] },
    remove: { button: null },
  }),
)

export const { loader, action, panels } = groups
export const Component = withPeopleLinks(groups.Component)
