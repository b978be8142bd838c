import '#client/frame/signedIn.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import { Link } from '#client/ui/Link.tsx'
import { detailsAt, modeOf, successOf } from './look.tsx'
import { paymentWords as say } from './words.ts'

const stateOf = ({ state }: AnyRecord) => <IntegrationStatus state={String(state)} />

const storesOf = (setup: AnyRecord) => {
  const count = Number(setup['stores'] ?? 0)
  const name = labelOf(paymentSetups, setup)
  return (
    <Link to={detailsAt(setup, 'stores')} aria-label={say.storesOf(count, name)}>
      {count}
    </Link>
  )
}

function rowActions(setup: AnyRecord, view: ListView) {
  const at = panelAddresses(paymentSetups, view)
  return (
    <RowMenu
      label={say.more(labelOf(paymentSetups, setup))}
      entries={[
        [say.details, detailsAt(setup)],
        [say.test, at('test', setup.id)],
        [say.duplicate, at('duplicate', setup.id), paymentSetups, 'write'],
        [say.delete, at('delete', setup.id), paymentSetups, 'delete'],
      ]}
    />
  )
}

/** Payment setups: who takes payments for which stores, and how it fares (screens.md, Payment setup). */
export const { loader, action, Component, panels } = plainScreen(
  paymentSetups,
  {
    cells: { mode: modeOf, state: stateOf, stores: storesOf, success: successOf },
    openAt: (setup) => detailsAt(setup),
    rowActions,
  },
  definePanels(() => import('./panels.tsx'), {
    create: { button: null, params: ['begin', ...fixParams] },
    test: { button: null, reads: true, params: fixParams },
    duplicate: { button: null },
  }),
)
