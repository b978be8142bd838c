import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { IntegrationStatus, RowMenu, createListScreen } from '#client/frame/index.ts'
import { printfulPanels } from './panels.tsx'
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
  printfulPanels,
)
