import '#client/signedIn.ts'
import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { listAddress, parseListView, withPanel } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import { apiContext } from '#client/contexts.ts'
import { listLoader } from '#client/list/listLoader.ts'
import type { ListData } from '#client/list/listLoader.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { StatusPanel } from '#client/stores/StatusPanel.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { IntegrationPictures } from './IntegrationStates.tsx'
import { changes, panelNames } from './panelNames.ts'
import { RowMenu } from './RowMenu.tsx'
import { DefaultsPanel } from './DefaultsPanel.tsx'
import { OrganisationPanel } from './OrganisationPanel.tsx'
import { OrganisationsPanel } from './OrganisationsPanel.tsx'
import { storeCells } from './storeCells.tsx'
import { loadSide } from './storesSide.ts'
import type { StoresSide } from './storesSide.ts'

export { action } from './action.ts'

export async function loader(args: LoaderFunctionArgs): Promise<ListData & { side: StoresSide }> {
  const { request, context } = args
  const { searchParams } = new URL(request.url)
  const { panel } = parseListView(stores, searchParams, panelNames)
  const [list, side] = await Promise.all([
    listLoader(stores, panelNames, changes)(args),
    panel && loadSide(context.get(apiContext), panel, searchParams, request.signal),
  ])
  return { ...list, side }
}

const statusPanel = (change: StatusChangeName) => ({
  render: (props: ListProps) => <StatusOfRow {...props} change={change} />,
})

/** Changes the status of one store beside the list, which itself says when the store could not be read. */
function StatusOfRow({ view, data, refused, change }: ListProps & { change: StatusChangeName }) {
  const { side } = useLoaderData<{ side: StoresSide }>()
  if (!data.panel || 'failure' in data.panel) return null
  return (
    <StatusPanel
      store={data.panel.record}
      change={change}
      readiness={side && 'readiness' in side ? side.readiness : null}
      refused={refused}
      writeKey={data.writeKey}
      close={listAddress(stores, withPanel(view, null))}
    />
  )
}

const panels = {
  organisations: {
    button: storesMessages.organisations,
    render: (props: ListProps) => <OrganisationsPanel {...props} />,
  },
  organisation: { render: (props: ListProps) => <OrganisationPanel {...props} /> },
  defaults: {
    button: storesMessages.defaults,
    render: (props: ListProps) => <DefaultsPanel {...props} />,
  },
  ...Object.fromEntries(changes.map((change) => [change, statusPanel(change)])),
}

const rowActions = (store: AnyRecord, view: ListView) => <RowMenu store={store} view={view} />

/** All Stores (screens.md): the generic list, with the platform's organisations and defaults beside it. */
export function Component() {
  return (
    <>
      <IntegrationPictures />
      <ResourceList
        resource={stores}
        createAt="/stores/create"
        openAt={({ id }) => storeAddress(id)}
        cells={storeCells}
        rowActions={rowActions}
        more={panels}
      />
    </>
  )
}
