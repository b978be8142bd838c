import { useState } from 'react'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { storesMessages } from '#shared/areas/stores/storesMessages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { actionsAt } from '#shared/areas/stores/storeActions.ts'
import { changesFrom, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { more } from '#client/ui/glyph.css.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'

const say = storesMessages

/** What can be done to a store. Its entries are made when it opens: fifty menus were half of the page. */
export function RowMenu({ store, view }: { store: AnyRecord; view: ListView }) {
  const [opened, setOpened] = useState(false)
  return (
    <Menu
      label={say.more(labelOf(stores, store))}
      face={<span className={more} />}
      look="icon"
      align="end"
      onOpen={() => setOpened(true)}
    >
      <MenuList>
        {opened ? (
          <Entries store={store} view={view} />
        ) : (
          <MenuLink to={actionsAt(storeAddress(store.id))}>{say.all}</MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

function Entries({ store, view }: { store: AnyRecord; view: ListView }) {
  const may = useMay()
  const mayWrite = may(stores, 'write')
  const status = store['status'] as StoreStatus // One that is not known allows nothing.
  return (
    <>
      <MenuLink to={storeAddress(store.id)}>{say.open}</MenuLink>
      <MenuLink to={storeAddress(store.id, 'logs')}>{say.logs}</MenuLink>
      {mayWrite && <MenuLink to={storeAddress(store.id, 'duplicate')}>{say.duplicate}</MenuLink>}
      {(mayWrite ? changesFrom(status) : []).map((change) => (
        <MenuLink
          key={change}
          to={listAddress(stores, withPanel(view, change, store.id))}
          preventScrollReset
        >
          {messages.asks(statusChanges[change].label)}
        </MenuLink>
      ))}
      {may(stores, 'delete') && (
        <MenuLink to={storeAddress(store.id, 'danger')}>
          {messages.asks(messages.list.delete)}
        </MenuLink>
      )}
    </>
  )
}
