import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { formatStoreFilter } from '#shared/areas/alertChannels/storeFilter.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { createListScreen, switchScreens } from '#client/frame/index.ts'
import type { ViewLink } from '#client/list/listProps.ts'
import { storesPanelsMessages } from './messages.ts'
import { Link } from '#client/ui/Link.tsx'
import { buildCompareUrl, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { storesPanels } from './panels.tsx'
import { StoreMenu } from './StoreMenu.tsx'
import { storeCells } from './storeCells.tsx'

const renderStoreActions = (store: AnyRecord, view: ListView) => (
  <StoreMenu store={store} view={view} />
)

const storeColumnWidths = { status: 120, readiness: 70, failing: 148 }

const OrganizationStoresLink = ({ organisation }: { organisation: AnyRecord }) => (
  <Link
    to={`${stores.path}?filter[organisationId][eq]=${organisation.id}`}
    aria-label={storesPanelsMessages.storesOf(
      Number(organisation['stores']),
      getLabel(organisations, organisation),
    )}
  >
    {String(organisation['stores'])}
  </Link>
)

/** Two selected stores can be compared. */
function getCompareLinks(chosen: SelectedIds) {
  const [store, other, ...more] = chosen === 'all' ? [] : chosen
  return store === undefined || other === undefined || more.length > 0
    ? []
    : [{ label: storesPanelsMessages.compare, to: buildCompareUrl({ store, with: other }) }]
}

/** What the list is filtered by can be the filter of an alert rule. A saved selection can't. */
function getAlertRuleLinks(view: ListView): ViewLink[] {
  const filter = formatStoreFilter(view)
  if (filter === '' || view.query.selection || view.ignoredParams.length > 0) return []
  const to = `${alertRules.path}&create&${prefillParam('storeFilter')}=${encodeURIComponent(filter)}`
  return [{ label: storesPanelsMessages.alert, to, of: alertRules, action: 'write' }]
}

const storesScreen = createListScreen(
  stores,
  {
    createAt: '/stores/create',
    openAt: ({ id }) => buildStoreUrl(id),
    editAt: (id) => buildStoreUrl(id, 'general'),
    cells: storeCells,
    widths: storeColumnWidths,
    rowActions: renderStoreActions,
    getSelectionLinks: getCompareLinks,
    getViewLinks: getAlertRuleLinks,
  },
  storesPanels,
)

export const { loader, action, Component, panels } = switchScreens(storesScreen, {
  organisations: createListScreen(organisations, {
    cells: { stores: (organisation) => <OrganizationStoresLink organisation={organisation} /> },
  }),
})
