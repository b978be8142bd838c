import type {
  StepContext,
  IntegrationStep,
  StepResult,
} from '#server/platform/core/integrations/integration.ts'
import {
  failStep,
  skipInapplicableStep,
  passStep,
} from '#server/platform/core/integrations/integration.ts'
import { discoverOidcProvider } from '../oidc/oidcClient.ts'
import type { OidcProvider } from '../oidc/oidcClient.ts'
import {
  getProviderFeatures,
  toFailedStep,
  checkOidcClient,
  createNoCodeFlowFailure,
  checkPublishedKeys,
  checkAuthorizationRequest,
} from '../oidc/oidcSteps.ts'
import { compareClock } from '../providerSteps.ts'
import { buildAppLinkFiles, checkAppLinkFile, getAppLinkPaths } from './appLinkFiles.ts'
import {
  toMobileSsoSetup,
  mobileSsoPaths,
  loadStoreOrigin,
  toPublicClient,
} from './mobileSsoSettings.ts'
import type { MobileSsoSetup } from './mobileSsoSettings.ts'
import { ssoTestMessages } from '../messages.ts'
import { mobileSsoTestMessages } from './messages.ts'

export type MobileSsoStepState = { provider?: OidcProvider; clock?: Date | null }

type MobileSsoStepContext = StepContext<MobileSsoStepState>
type MobileSsoStepInput = {
  context: MobileSsoStepContext
  record: MobileSsoSetup
  provider: OidcProvider
}

const createMobileSsoStep =
  (run: (part: MobileSsoStepInput) => Promise<StepResult> | StepResult) =>
  async (context: MobileSsoStepContext): Promise<StepResult> => {
    const record = toMobileSsoSetup(context.record)
    try {
      const provider = (context.state.provider ??= await discoverOidcProvider(
        context.platform.outgoing,
        toPublicClient(record),
        context.signal,
      ))
      context.state.clock = provider.clock
      return await run({ context, record, provider })
    } catch (error) {
      return toFailedStep(error, { invalid_client: 'clientId' })
    }
  }

const stepDefaults = { required: true, passive: true } as const

/** The step that only a sign-in in a browser can prove. */
const memberSignInStep: IntegrationStep<MobileSsoStepState> = {
  name: 'signIn',
  title: mobileSsoTestMessages.signInStep,
  required: true,
  userAction: ssoTestMessages.needsSignIn,
}

/** The checks that need no member with the app (integrations.md, OIDC). */
export const mobileSsoSteps: readonly IntegrationStep<MobileSsoStepState>[] = [
  {
    ...stepDefaults,
    name: 'discovery',
    title: mobileSsoTestMessages.providerStep,
    field: () => 'issuer',
    run: createMobileSsoStep(() => passStep(ssoTestMessages.issuerMatches)),
  },
  {
    ...stepDefaults,
    name: 'keys',
    title: mobileSsoTestMessages.keysStep,
    run: createMobileSsoStep(({ context, provider }) => checkPublishedKeys(provider, context)),
  },
  {
    ...stepDefaults,
    name: 'abilities',
    title: mobileSsoTestMessages.abilitiesStep,
    run: createMobileSsoStep(compareFeatures),
  },
  {
    ...stepDefaults,
    name: 'scopes',
    title: mobileSsoTestMessages.scopesStep,
    run: createMobileSsoStep(compareScopes),
  },
  {
    ...stepDefaults,
    required: false,
    name: 'clock',
    title: mobileSsoTestMessages.clockStep,
    run: compareClock,
  },
  {
    name: 'client',
    title: mobileSsoTestMessages.clientStep,
    required: true,
    run: createMobileSsoStep(checkPublicClient),
  },
  {
    name: 'redirect',
    title: mobileSsoTestMessages.redirectsStep,
    required: false,
    run: createMobileSsoStep(checkRedirectUris),
  },
  {
    ...stepDefaults,
    name: 'apple',
    title: 'apple-app-site-association',
    needsSaved: 'values',
    run: createFileStep(0, mobileSsoTestMessages.ios),
  },
  {
    ...stepDefaults,
    name: 'android',
    title: 'assetlinks.json',
    needsSaved: 'values',
    run: createFileStep(1, mobileSsoTestMessages.android),
  },
  memberSignInStep,
]

function compareFeatures({ record, provider }: MobileSsoStepInput): StepResult {
  const { code, s256 } = getProviderFeatures(provider, toPublicClient(record).scopes)
  if (!code) return createNoCodeFlowFailure()
  return s256
    ? passStep(mobileSsoTestMessages.supportsPkce)
    : failStep('NO_S256', mobileSsoTestMessages.noPkce, 'issuer')
}

function compareScopes({ record, provider }: MobileSsoStepInput): StepResult {
  const { unlisted } = getProviderFeatures(provider, toPublicClient(record).scopes)
  return unlisted.length === 0
    ? passStep(mobileSsoTestMessages.scopesSupported)
    : passStep(ssoTestMessages.scopesNotListed(unlisted), {
        warning: true,
        field: 'scopes',
      })
}

function checkPublicClient({ record, provider }: MobileSsoStepInput): Promise<StepResult> {
  return checkOidcClient(provider, record.redirectUris[0] ?? '', {
    right: ssoTestMessages.publicClientKnown,
    wrong: failStep('invalid_client', mobileSsoTestMessages.clientUnknown, 'clientId'),
    unsure: ssoTestMessages.clientUnchecked,
  })
}

/**
 * Requests each redirect URI and that of the test sign-in. Returns the first one that the provider
 * rejects.
 */
async function checkRedirectUris({
  context,
  record,
  provider,
}: MobileSsoStepInput): Promise<StepResult> {
  const { scopes } = toPublicClient(record)
  const testRedirectUri =
    (await loadStoreOrigin(context.platform, record)) + mobileSsoPaths.callback
  const results = await Promise.all([
    ...record.redirectUris.map((redirectUri) =>
      checkAuthorizationRequest(provider, context, { scopes, redirectUri, field: 'redirectUris' }),
    ),
    checkAuthorizationRequest(provider, context, { scopes, redirectUri: testRedirectUri }),
  ])
  const decisiveResult =
    results.find(({ outcome }) => outcome === 'failed') ??
    results.find(({ outcome }) => outcome === 'unknown')
  return decisiveResult ?? passStep(mobileSsoTestMessages.redirectsAccepted)
}

/** Creates a step that fetches a file from the store's host, if an app needs it. */
function createFileStep(index: 0 | 1, system: string) {
  return async ({ record, platform: { outgoing }, signal, platform }: MobileSsoStepContext) => {
    const app = toMobileSsoSetup(record)
    const origin = await loadStoreOrigin(platform, app)
    const file = buildAppLinkFiles(app, origin)[index]
    if (!file?.content) return skipInapplicableStep(mobileSsoTestMessages.noApp(system))
    const result = await checkAppLinkFile(file, { origin, outgoing, signal })
    return result.outcome === 'passed' && getAppLinkPaths(app.redirectUris, origin).length === 0
      ? passStep([result.sentence, mobileSsoTestMessages.noAppLink(origin)].join(' '), {
          warning: true,
          field: 'redirectUris',
        })
      : result
  }
}
