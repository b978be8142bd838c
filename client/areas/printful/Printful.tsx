import '#client/frame/signedIn.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import { printfulMessages } from './messages.ts'

function renderAccountActions(account: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(printfulSetup, view)
  return (
    <RowMenu
      label={printfulMessages.more(getLabel(printfulSetup, account))}
      entries={[
        [printfulMessages.account, buildPanelUrl('account', account.id)],
        [printfulMessages.match, buildPanelUrl('match', account.id)],
        [printfulMessages.test, buildPanelUrl('test', account.id)],
        [printfulMessages.settings, buildPanelUrl('edit', account.id), printfulSetup, 'write'],
        [printfulMessages.delete, buildPanelUrl('delete', account.id), printfulSetup, 'delete'],
      ]}
    />
  )
}

export const { loader, action, Component } = createListScreen(
  printfulSetup,
  {
    cells: { state: ({ state }) => <IntegrationStatus state={String(state)} /> },
    rowActions: renderAccountActions,
    opens: 'test',
  },
  definePanels(() => import('./panels.tsx'), {
    create: { button: null, params: ['begin', ...fixParams] },
    edit: { button: null, params: ['begin', ...fixParams] },
    test: { button: null, reads: true, params: fixParams },
    account: { button: null, reads: true, params: fixParams },
    match: { button: null, reads: true },
  }),
)
