import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  buildFixUrl,
  buildProviderTestPath,
  definePanels,
  providerCallbackPath,
} from '#client/frame/index.ts'
import {
  createSetupListPanels,
  createTestPanel,
  ProviderValues,
} from '#client/integrations/index.ts'
import { useCan, useFacts } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '#client/integrations/integrations.css.ts'
import { signInProviderMessages } from './messages.ts'

/** Shows what to enter at the provider. */
function RedirectUri() {
  const { origin } = useFacts()
  return (
    <ProviderValues
      entries={[[signInProviderMessages.redirectUri, origin + providerCallbackPath]]}
    />
  )
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
  ...createSetupListPanels(signInProviders, <RedirectUri />),
  test: {
    ...createTestPanel(undefined, {
      buildFieldUrl: (record, field) => buildFixUrl(signInProviders, record, field),
      lead: (record) => <TestSignIn provider={record} />,
    }),
    reads: true,
  },
})
