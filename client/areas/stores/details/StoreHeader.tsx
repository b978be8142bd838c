import { useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storePlans, stores } from '#shared/areas/stores/stores.ts'
import { getStatusChanges, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { StoreStatus as StatusName } from '#shared/areas/stores/status/storeStates.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { StoreStatus, storeTabTitles } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import {
  buildCompareUrl,
  buildNewBlueprintUrl,
  buildStatusChangeUrl,
  buildStoreUrl,
  storeActionsId,
  storeTabs,
} from '#shared/areas/stores/storeUrl.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import type { PageLink } from '#client/ui/pageActions.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { StoreListPosition } from './StoreListPosition.tsx'
import { isPendingDeletion, useCanChange } from './tabs/storeTab.tsx'
import { storePageMessages } from './messages.ts'

const hiddenTabs: readonly StoreTabName[] = ['duplicate']

export function StoreHeader({ store, tab }: { store: AnyRecord; tab: StoreTabName }) {
  const { write, remove } = useCanChange(store)
  const actions = useStoreActions(store)
  const isOffered = (name: StoreTabName) =>
    !hiddenTabs.includes(name) && (name !== 'danger' || write || remove)
  return (
    <PageHeader
      title={getLabel(stores, store)}
      status={<StoreStatus store={store} />}
      place={<StoreListPosition id={store.id} tab={tab} />}
      facts={[
        { name: storePageMessages.header.code, value: getStoreText(store, 'code') },
        { name: storePageMessages.header.domain, value: <DomainLink store={store} /> },
        {
          name: storePageMessages.header.organisation,
          value: store.labels?.['organisationId'] ?? storePageMessages.header.none,
        },
        ...getPlanFacts(store),
      ]}
      menu={{ id: storeActionsId, label: storePageMessages.header.actions, actions }}
      tabs={{
        label: storePageMessages.tabs,
        tabs: storeTabs
          .filter((name) => isOffered(name) || name === tab)
          .map((name) => ({
            title: storeTabTitles[name],
            to: buildStoreUrl(store.id, name),
            ...(name === 'integrations' ? getFailingMark(store) : {}),
            current: name === tab,
          })),
      }}
    />
  )
}

function getFailingMark(store: AnyRecord) {
  const count = Object.values(integrationsByKind).filter(
    ({ field }) => store[field] === 'degraded',
  ).length
  return count > 0 ? { count: `${count}`, bad: true } : {}
}

function getPlanFacts({ plan }: AnyRecord) {
  const title = Object.entries(storePlans).find(([name]) => name === plan)?.[1]
  return title ? [{ name: storePageMessages.header.plan, value: title }] : []
}

function DomainLink({ store }: { store: AnyRecord }) {
  const address = getStoreText(store, 'primaryDomain')
  if (!address) return storePageMessages.header.none
  return (
    <a href={`https://${address}/`} target="_blank" rel="noreferrer">
      {address}
    </a>
  )
}

function useStoreActions(store: AnyRecord): PageLink[] {
  const location = useLocation()
  const can = useCan()
  const { write, remove } = useCanChange(store)
  const changes = write ? getStatusChanges(getStoreStatus(store)) : []
  return [
    ...(can(stores, 'write')
      ? [{ label: allStoresMessages.duplicate, to: buildStoreUrl(store.id, 'duplicate') }]
      : []),
    { label: storePageMessages.blueprint.compare, to: buildCompareUrl({ store: store.id }) },
    ...(can(stores, 'write')
      ? [{ label: storePageMessages.blueprint.create, to: buildNewBlueprintUrl(store.id) }]
      : []),
    ...changes.map((change) => ({
      label: messages.addEllipsis(statusChanges[change].label),
      to: buildStatusChangeUrl(location, change),
      preventScrollReset: true,
    })),
    ...(remove && !isPendingDeletion(store)
      ? [
          {
            label: messages.addEllipsis(messages.list.delete),
            to: `${buildStoreUrl(store.id, 'danger')}#delete`,
          },
        ]
      : []),
  ]
}

const getStoreText = (store: AnyRecord, field: string): string => {
  const value = store[field]
  return typeof value === 'string' ? value : ''
}

/**
 * Returns the status. An unknown status of another platform version allows nothing and is shown as
 * is.
 */
const getStoreStatus = (store: AnyRecord) => getStoreText(store, 'status') as StatusName
