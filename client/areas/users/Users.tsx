import { useState } from 'react'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { users } from '#shared/areas/users/users.ts'
import { viewPanelParam } from '#shared/navigation/viewUrl.ts'
import {
  accountChanges,
  getAllowedAccountChanges,
  accountStatuses,
} from '#shared/areas/users/accountStates.ts'
import {
  createListScreen,
  createStateCell,
  logsArea,
  signInProvidersPart,
  switchScreens,
} from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { usersPanels } from './panels.tsx'
import { canBeViewed } from './canBeViewed.ts'
import { createLazyScreen } from '#client/list/createLazyScreen.tsx'
import { addPeopleLinks } from '#client/frame/peopleLinks.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import { usersMessages } from './messages.ts'

const renderAccountStatus = createStateCell('status', accountStatuses, {
  planned: 'off',
  invited: 'warn',
  active: 'good',
  suspended: 'bad',
  locked: 'bad',
})

/** Returns whether the account has no password yet, so that a link invites the user. */
const isNotActivated = (status: unknown) => status === 'invited' || status === 'planned'

const formatAccountStores = ({ allStores, storeIds }: AnyRecord) =>
  allStores === true
    ? usersMessages.storesAll
    : Array.isArray(storeIds) && storeIds.length > 0
      ? usersMessages.stores(storeIds.length)
      : usersMessages.noStores

/** Offers an account's actions. Entries render on first open. */
function AccountMenu({ account, view }: { account: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  const can = useCan()
  const canWrite = can(users, 'write')
  const canView = can(users, 'viewAs')
  const status = account['status']
  const to = (kind: string) => buildListUrl(users, withPanel(view, kind, account.id))
  return (
    <Menu
      label={usersMessages.actions(getLabel(users, account))}
      face={<span className={glyph.more} />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        <MenuLink to={to('rights')} preventScrollReset>
          {usersMessages.permissions}
        </MenuLink>
        <MenuLink to={to('sessions')} preventScrollReset>
          {usersMessages.sessions}
        </MenuLink>
        {opened && canView && canBeViewed(account) && (
          <MenuLink to={to(viewPanelParam)} preventScrollReset>
            {messages.addEllipsis(usersMessages.viewAs)}
          </MenuLink>
        )}
        {opened && canWrite && account['secondFactor'] !== 'none' && (
          <MenuLink to={to('factors')} preventScrollReset>
            {messages.addEllipsis(usersMessages.resetFactors)}
          </MenuLink>
        )}
        {opened && canWrite && status !== 'suspended' && (
          <MenuLink to={to('link')} preventScrollReset>
            {messages.addEllipsis(
              usersMessages.linkTitles[isNotActivated(status) ? 'invited' : 'active'],
            )}
          </MenuLink>
        )}
        {canWrite &&
          getAllowedAccountChanges(status).map((change) => (
            <MenuLink key={change} to={to(change)} preventScrollReset>
              {messages.addEllipsis(accountChanges[change].label)}
            </MenuLink>
          ))}
      </MenuList>
    </Menu>
  )
}

/** Users: accounts, their permissions, and their sessions (screens.md, Users). */
const accountsScreen = createListScreen(
  users,
  {
    invite: { to: '/users?invite', label: usersMessages.invite },
    cells: { status: renderAccountStatus, allStores: formatAccountStores },
    widths: { status: 112, allStores: 104 },
    rowActions: (account, view) => <AccountMenu account={account} view={view} />,
  },
  usersPanels,
)

const usersScreens = switchScreens(accountsScreen, {
  log: createLazyScreen(logsArea, ({ platformLogScreen }) => platformLogScreen),
  signInProviders: createLazyScreen(
    signInProvidersPart,
    ({ signInProvidersScreen }) => signInProvidersScreen,
  ),
})

export const { loader, action, panels } = usersScreens
export const Component = addPeopleLinks(usersScreens.Component)
