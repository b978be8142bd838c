import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { IntegrationStatus, RowMenu, createListScreen } from '#client/frame/index.ts'
import { signInProviderMessages } from './messages.ts'
import { signInProviderPanels } from './panels.tsx'

function renderProviderActions(provider: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(signInProviders, view)
  const { id } = provider
  return (
    <RowMenu
      label={signInProviderMessages.more(getLabel(signInProviders, provider))}
      entries={[
        [signInProviderMessages.test, buildPanelUrl('test', id)],
        [signInProviderMessages.settings, buildPanelUrl('edit', id), signInProviders, 'write'],
        [signInProviderMessages.delete, buildPanelUrl('delete', id), signInProviders, 'delete'],
      ]}
    />
  )
}

/** The OpenID providers where operators sign in to the console. */
export const signInProvidersScreen = createListScreen(
  signInProviders,
  {
    cells: { state: ({ state }) => <IntegrationStatus state={String(state)} /> },
    rowActions: renderProviderActions,
    opens: 'test',
  },
  signInProviderPanels,
)
