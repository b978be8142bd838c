import { useState } from 'react'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { getStatusChanges, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { more } from '#client/ui/glyph.css.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { buildStoreActionsMenuUrl, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'

/**
 * Lists a store's actions. Entries render on first open, because fifty menus made up half of the
 * page.
 */
export function StoreMenu({ store, view }: { store: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  return (
    <Menu
      label={allStoresMessages.more(getLabel(stores, store))}
      face={<span className={more} />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        {opened ? (
          <StoreMenuEntries store={store} view={view} />
        ) : (
          <MenuLink to={buildStoreActionsMenuUrl(buildStoreUrl(store.id))}>
            {allStoresMessages.all}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

function StoreMenuEntries({ store, view }: { store: AnyRecord; view: ListView }) {
  const can = useCan()
  const canWrite = can(stores, 'write')
  const status = store['status'] as StoreStatus // An unknown status allows nothing.
  return (
    <>
      <MenuLink to={buildStoreUrl(store.id)}>{allStoresMessages.open}</MenuLink>
      <MenuLink to={buildStoreUrl(store.id, 'logs')}>{allStoresMessages.logs}</MenuLink>
      {canWrite && (
        <MenuLink to={buildStoreUrl(store.id, 'duplicate')}>{allStoresMessages.duplicate}</MenuLink>
      )}
      {(canWrite ? getStatusChanges(status) : []).map((change) => (
        <MenuLink
          key={change}
          to={buildListUrl(stores, withPanel(view, change, store.id))}
          preventScrollReset
        >
          {messages.addEllipsis(statusChanges[change].label)}
        </MenuLink>
      ))}
      {can(stores, 'delete') && (
        <MenuLink to={buildStoreUrl(store.id, 'danger')}>
          {messages.addEllipsis(messages.list.delete)}
        </MenuLink>
      )}
    </>
  )
}
