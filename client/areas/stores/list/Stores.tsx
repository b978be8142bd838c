import '#client/frame/stores.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { storesPanelsMessages } from './words.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { storesPanels } from './storesPanels.ts'
import { RowMenu } from './RowMenu.tsx'
import { storeCells } from './storeCells.tsx'

const rowActions = (store: AnyRecord, view: ListView) => <RowMenu store={store} view={view} />

const widths = { status: 120, readiness: 70, failing: 150 }

const StoresOf = ({ organisation }: { organisation: AnyRecord }) => (
  <Link
    to={`${stores.path}?filter[organisationId][eq]=${organisation.id}`}
    aria-label={storesPanelsMessages.storesOf(
      Number(organisation['stores']),
      labelOf(organisations, organisation),
    )}
  >
    {String(organisation['stores'])}
  </Link>
)

const allStores = plainScreen(
  stores,
  {
    createAt: '/stores/create',
    openAt: ({ id }) => storeAddress(id),
    editAt: (id) => storeAddress(id, 'general'),
    cells: storeCells,
    widths,
    rowActions,
  },
  storesPanels,
)

export const { loader, action, Component, panels } = withScreens(allStores, {
  organisations: plainScreen(organisations, {
    cells: { stores: (organisation) => <StoresOf organisation={organisation} /> },
  }),
})
