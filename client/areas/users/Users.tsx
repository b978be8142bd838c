import '#client/frame/people.ts'
import { useState } from 'react'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import {
  accountChanges,
  accountChangesFrom,
  accountStatuses,
} from '#shared/areas/users/accountStates.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { rareScreen } from '#client/list/rareScreen.tsx'
import { PeopleEntries, withPeopleLinks } from '#client/frame/peopleLinks.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import { userWords as say } from './words.ts'

const statusOf = stateCell('status', accountStatuses, {
  planned: 'off',
  invited: 'warn',
  active: 'good',
  suspended: 'bad',
  locked: 'bad',
})

/** Whether the account has no password yet, so that a link invites it. */
const isNotIn = (status: unknown) => status === 'invited' || status === 'planned'

const storesOf = ({ allStores, storeIds }: AnyRecord) =>
  allStores === true
    ? say.storesAll
    : Array.isArray(storeIds) && storeIds.length > 0
      ? say.stores(storeIds.length)
      : say.noStores

/** What can be done to an account from its row; the entries are made when the menu is first opened. */
function RowMenu({ account, view }: { account: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  const mayWrite = useMay()(users, 'write')
  const status = account['status']
  const to = (kind: string) => listAddress(users, withPanel(view, kind, account.id))
  return (
    <Menu
      label={say.actions(labelOf(users, account))}
      face={<span className={glyph.more} />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        <MenuLink to={to('rights')} preventScrollReset>
          {say.rights}
        </MenuLink>
        <MenuLink to={to('sessions')} preventScrollReset>
          {say.sessions}
        </MenuLink>
        {opened && mayWrite && status !== 'suspended' && (
          <MenuLink to={to('link')} preventScrollReset>
            {messages.asks(say.linkTitles[isNotIn(status) ? 'invited' : 'active'])}
          </MenuLink>
        )}
        {mayWrite &&
          accountChangesFrom(status).map((change) => (
            <MenuLink key={change} to={to(change)} preventScrollReset>
              {messages.asks(accountChanges[change].label)}
            </MenuLink>
          ))}
      </MenuList>
    </Menu>
  )
}

/** Users: accounts, what they may do, and where they are signed in (screens.md, Users). */
const accounts = plainScreen(
  users,
  {
    invite: { to: '/users?invite', label: say.invite },
    cells: { status: statusOf, allStores: storesOf },
    widths: { status: 112, allStores: 104 },
    narrowEntries: <PeopleEntries />,
    rowActions: (account, view) => <RowMenu account={account} view={view} />,
  },
  definePanels(() => import('./panels.tsx'), {
    invite: { button: null, params: ['begin'] },
    link: { button: null },
    suspend: { button: null },
    reactivate: { button: null },
    unlock: { button: null },
    sessions: { button: null, reads: true },
    rights: { button: null, reads: true },
  }),
)

const screens = withScreens(accounts, {
  log: rareScreen(async () => (await import('./platformLogs.tsx')).platformLogs),
})

export const { loader, action, panels } = screens
export const Component = withPeopleLinks(screens.Component)
