import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  buildFixUrl,
  buildProviderTestPath,
  definePanels,
  loadPanelRecord,
  providerCallbackPath,
} from '#client/frame/index.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import {
  addTestAndActivateSteps,
  buildTestPanelUrl,
  createPanelTestExtras,
  createTestPanel,
  ProviderValues,
} from '#client/integrations/index.ts'
import type { PanelDefinition } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { useCan, useFacts } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '#client/integrations/integrations.css.ts'
import { signInProviderMessages } from './messages.ts'

const { create, edit } = recordIntents

/** Shows what to enter at the provider. */
function RedirectUri() {
  const { origin } = useFacts()
  return (
    <ProviderValues
      entries={[[signInProviderMessages.redirectUri, origin + providerCallbackPath]]}
    />
  )
}

const createPanel: PanelDefinition<Prefill> = {
  Panel: ({ loaded, ...props }) => (
    <RecordPanel
      {...props}
      loaded={null}
      begun={loaded}
      further={createPanelTestExtras({ refused: props.refused })}
    >
      <RedirectUri />
    </RecordPanel>
  ),
  intents: addTestAndActivateSteps({ create }, { testAt: buildTestPanelUrl }),
  load: ({ api, params, signal }) =>
    loadPrefill({ api, fields: signInProviders.fields, params, signal }),
  params: ['begin'],
}

const editPanel: PanelDefinition<AnyRecord> = {
  Panel: (props) => (
    <RecordPanel {...props} further={createPanelTestExtras({ refused: props.refused })}>
      <RedirectUri />
    </RecordPanel>
  ),
  intents: addTestAndActivateSteps({ edit }, { testAt: buildTestPanelUrl }),
  load: loadPanelRecord,
}

/** Offers the test sign-in, as a plain form, since it leads to the provider. */
function TestSignIn({ provider }: { provider: AnyRecord }) {
  const can = useCan()
  const isComplete = provider['issuer'] !== null && provider['clientId'] !== null
  return (
    <>
      <RedirectUri />
      {isComplete && can(signInProviders, 'write') && (
        <form method="post" action={buildProviderTestPath(provider.id)} className={styles.start}>
          <p className={styles.soft}>{signInProviderMessages.testExplain}</p>
          <div>
            <Button type="submit" color="white">
              {signInProviderMessages.testSignIn}
            </Button>
          </div>
        </form>
      )}
    </>
  )
}

export const signInProviderPanels = definePanels({
  create: createPanel,
  edit: editPanel,
  test: {
    ...createTestPanel(undefined, {
      buildFieldUrl: (record, field) => buildFixUrl(signInProviders, record, field),
      lead: (record) => <TestSignIn provider={record} />,
    }),
    reads: true,
  },
})
