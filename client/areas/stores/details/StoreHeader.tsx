import { useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { plans, stores } from '#shared/areas/stores/stores.ts'
import { storeActionsId } from '#shared/areas/stores/storeActions.ts'
import {
  changesFrom,
  integrations,
  statusChanges,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus as StatusName } from '#shared/areas/stores/status/storeStates.ts'
import { storesMessages } from '#shared/areas/stores/storesMessages.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { StoreStatus } from '../StoreStatus.tsx'
import { changeAddress, storeAddress, tabNames } from '#shared/areas/stores/storeAddress.ts'
import type { TabName } from '#shared/areas/stores/storeAddress.ts'
import { tabTitles } from '#shared/areas/stores/tabTitles.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { Place } from './Place.tsx'
import { isHeld, useMayChange } from './tabs/storeTab.tsx'
import { storeMessages } from './words.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as header from '#client/ui/PageHeader.css.ts'

const say = storeMessages.header

const hidden: readonly TabName[] = ['duplicate']

export function StoreHeader({ store, tab }: { store: AnyRecord; tab: TabName }) {
  const { write, remove } = useMayChange(store)
  const isOffered = (name: TabName) =>
    !hidden.includes(name) && (name !== 'danger' || write || remove)
  return (
    <PageHeader
      title={labelOf(stores, store)}
      status={<StoreStatus store={store} />}
      place={<Place id={store.id} tab={tab} />}
      facts={[
        { name: say.code, value: textOf(store, 'code') },
        { name: say.domain, value: <Domain store={store} /> },
        { name: say.organisation, value: store.labels?.['organisationId'] ?? say.none },
        ...planFact(store),
      ]}
      actions={<Actions store={store} />}
      tabs={{
        label: storeMessages.tabs,
        tabs: tabNames
          .filter((name) => isOffered(name) || name === tab)
          .map((name) => ({
            title: tabTitles[name],
            to: storeAddress(store.id, name),
            ...(name === 'integrations' ? failing(store) : {}),
            current: name === tab,
          })),
      }}
    />
  )
}

function failing(store: AnyRecord) {
  const count = Object.values(integrations).filter(
    ({ field }) => store[field] === 'degraded',
  ).length
  return count > 0 ? { count: `${count}`, bad: true } : {}
}

function planFact({ plan }: AnyRecord) {
  const title = Object.entries(plans).find(([name]) => name === plan)?.[1]
  return title ? [{ name: say.plan, value: title }] : []
}

function Domain({ store }: { store: AnyRecord }) {
  const address = textOf(store, 'primaryDomain')
  if (!address) return say.none
  return (
    <a href={`https://${address}/`} target="_blank" rel="noreferrer">
      {address}
    </a>
  )
}

function Actions({ store }: { store: AnyRecord }) {
  const location = useLocation()
  const may = useMay()
  const { write, remove } = useMayChange(store)
  const changes = write ? changesFrom(statusOf(store)) : []
  const mayCopy = may(stores, 'write')
  const mayDelete = remove && !isHeld(store)
  if (!mayCopy && !mayDelete) return null
  return (
    <Menu
      label={say.actions}
      face={
        <>
          <span className={header.wide}>
            {say.actions} <span className={glyph.opens} />
          </span>
          <span className={header.narrow}>⋯</span>
        </>
      }
      align="end"
    >
      <div id={storeActionsId}>
        <MenuList>
          {mayCopy && (
            <MenuLink to={storeAddress(store.id, 'duplicate')}>{storesMessages.duplicate}</MenuLink>
          )}
          {changes.map((change) => (
            <MenuLink key={change} to={changeAddress(location, change)} preventScrollReset>
              {messages.asks(statusChanges[change].label)}
            </MenuLink>
          ))}
          {mayDelete && (
            <MenuLink to={`${storeAddress(store.id, 'danger')}#delete`}>
              {messages.asks(messages.list.delete)}
            </MenuLink>
          )}
        </MenuList>
      </div>
    </Menu>
  )
}

const textOf = (store: AnyRecord, field: string): string => {
  const value = store[field]
  return typeof value === 'string' ? value : ''
}

/** The status; an unknown one of another platform allows nothing and is shown as it is. */
const statusOf = (store: AnyRecord) => textOf(store, 'status') as StatusName
