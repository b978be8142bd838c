import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { IntegrationStatus, RowMenu, createListScreen } from '#client/frame/index.ts'
import { paymentSetupPanels } from './panels.tsx'
import { Link } from '#client/ui/Link.tsx'
import { buildPaymentSetupUrl, renderPaymentMode, formatSuccessRate } from './setupCells.tsx'
import { paymentSetupsMessages } from './messages.ts'

const renderSetupState = ({ state }: AnyRecord) => <IntegrationStatus state={String(state)} />

const renderSetupStores = (setup: AnyRecord) => {
  const count = Number(setup['stores'] ?? 0)
  const name = getLabel(paymentSetups, setup)
  return (
    <Link
      to={buildPaymentSetupUrl(setup, 'stores')}
      aria-label={paymentSetupsMessages.storesOf(count, name)}
    >
      {count}
    </Link>
  )
}

function renderSetupActions(setup: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(paymentSetups, view)
  return (
    <RowMenu
      label={paymentSetupsMessages.more(getLabel(paymentSetups, setup))}
      entries={[
        [paymentSetupsMessages.details, buildPaymentSetupUrl(setup)],
        [paymentSetupsMessages.test, buildPanelUrl('test', setup.id)],
        [
          paymentSetupsMessages.duplicate,
          buildPanelUrl('duplicate', setup.id),
          paymentSetups,
          'write',
        ],
        [paymentSetupsMessages.delete, buildPanelUrl('delete', setup.id), paymentSetups, 'delete'],
      ]}
    />
  )
}

/**
 * Payment setups: which provider takes payments for which stores, and their success rates
 * (screens.md, Payment setup).
 */
export const { loader, action, Component, panels } = createListScreen(
  paymentSetups,
  {
    cells: {
      mode: renderPaymentMode,
      state: renderSetupState,
      stores: renderSetupStores,
      success: formatSuccessRate,
    },
    openAt: (setup) => buildPaymentSetupUrl(setup),
    rowActions: renderSetupActions,
  },
  paymentSetupPanels,
)
