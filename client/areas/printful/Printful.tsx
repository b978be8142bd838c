import '#client/frame/signedIn.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import { printfulWords as say } from './words.ts'

function rowActions(account: AnyRecord, view: ListView) {
  const at = panelAddresses(printfulSetup, view)
  return (
    <RowMenu
      label={say.more(labelOf(printfulSetup, account))}
      entries={[
        [say.account, at('account', account.id)],
        [say.match, at('match', account.id)],
        [say.test, at('test', account.id)],
        [say.settings, at('edit', account.id), printfulSetup, 'write'],
        [say.delete, at('delete', account.id), printfulSetup, 'delete'],
      ]}
    />
  )
}

export const { loader, action, Component } = plainScreen(
  printfulSetup,
  {
    cells: { state: ({ state }) => <IntegrationStatus state={String(state)} /> },
    rowActions,
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
