import '#client/stores.ts'
import type { ListView } from '#shared/engine/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { listAction } from '#client/list/listAction.ts'
import { listLoader } from '#client/list/listLoader.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { storesPanels } from './panels.tsx'
import { RowMenu } from './RowMenu.tsx'
import { storeCells } from './storeCells.tsx'

export const loader = listLoader(stores, storesPanels)
export const action = listAction(stores, storesPanels)

const rowActions = (store: AnyRecord, view: ListView) => <RowMenu store={store} view={view} />

/** Of what its cells say: a state with its dot, and which integration fails. */
const widths = { status: 128, failing: 164 }

/** All Stores (screens.md): the generic list, with the platform's organisations and defaults beside it. */
export function Component() {
  return (
    <ResourceList
      resource={stores}
      createAt="/stores/create"
      openAt={({ id }) => storeAddress(id)}
      cells={storeCells}
      widths={widths}
      rowActions={rowActions}
      more={storesPanels}
    />
  )
}
