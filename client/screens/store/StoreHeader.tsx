import { useLocation } from 'react-router'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { changesFrom, statusChanges } from '#shared/stores/storeStates.ts'
import type { StoreStatus as StatusName } from '#shared/stores/storeStates.ts'
import { Menu, MenuLink, MenuList } from '#client/ui/Menu.tsx'
import { StoreStatus } from '#client/stores/StoreStatus.tsx'
import { Fact } from './Fact.tsx'
import { HoldBanner } from './HoldBanner.tsx'
import { isHeld } from './isHeld.ts'
import { changeAddress, storeAddress } from '#client/stores/storeAddress.ts'
import type { TabName } from '#client/stores/storeAddress.ts'
import type { TabProps } from './storeTab.tsx'
import * as layout from './Store.css.ts'
import * as styles from './StoreHeader.css.ts'

const say = storeMessages.header

type Props = Pick<TabProps, 'store' | 'refused' | 'writeKey'> & { tab: TabName }

/** Who the store is and in which state, above all its tabs, and what can be done to it. */
export function StoreHeader(props: Props) {
  const { store } = props
  const { labels = {} } = store
  const reason = textOf(store, 'statusReason')
  return (
    <>
      <HoldBanner {...props} />
      <header className={styles.header}>
        <h2 className={styles.name}>{labelOf(stores, store)}</h2>
        <Actions store={store} />
        <dl className={styles.headerFacts}>
          <Fact name={say.status}>
            <StoreStatus store={store} />
            {reason && <span className={layout.soft}> {say.because(reason)}</span>}
          </Fact>
          <Fact name={say.code}>
            <code>{textOf(store, 'code')}</code>
          </Fact>
          <Fact name={say.domain}>
            <Domain store={store} />
          </Fact>
          <Fact name={say.organisation}>{labels['organisationId'] ?? say.none}</Fact>
        </dl>
      </header>
    </>
  )
}

/** Where members go: the own domain, else the subdomain below the host of all stores. */
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
  const held = isHeld(store)
  const changes = held ? [] : changesFrom(statusOf(store))
  return (
    <Menu label={say.actions} align="end">
      <MenuList>
        <MenuLink to={storeAddress(store.id, 'duplicate')}>{storesMessages.duplicate}</MenuLink>
        {changes.map((change) => (
          <MenuLink key={change} to={changeAddress(location, change)} preventScrollReset>
            {statusChanges[change].label}
          </MenuLink>
        ))}
        {!held && (
          <MenuLink to={`${storeAddress(store.id, 'danger')}#delete`}>{say.delete}</MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

const textOf = (store: AnyRecord, field: string): string => {
  const value = store[field]
  return typeof value === 'string' ? value : ''
}

/** The status; an unknown one of another platform allows nothing and is shown as it is. */
const statusOf = (store: AnyRecord) => textOf(store, 'status') as StatusName
