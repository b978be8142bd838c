import type {
  IntegrationStep,
  StepContext,
  StepResult,
} from '#server/platform/core/integrations/integration.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import { discoverOidcProvider } from '../oidc/oidcClient.ts'
import type { OidcProvider, OidcSettings } from '../oidc/oidcClient.ts'
import {
  checkAuthorizationRequest,
  checkOidcClient,
  checkPublishedKeys,
  createNoCodeFlowFailure,
  getProviderFeatures,
  toFailedStep,
} from '../oidc/oidcSteps.ts'
import { compareClock } from '../providerSteps.ts'
import { oidcMessages, ssoTestMessages } from '../messages.ts'
import { providerTestMessages } from './messages.ts'
import { buildRedirectUri, toProviderOidcSettings, toProviderRecord } from './providerSettings.ts'
import type { ProviderRecord } from './providerSettings.ts'

export type ProviderStepState = { provider?: OidcProvider; clock?: Date | null }

type ProviderStepContext = StepContext<ProviderStepState>
type ProviderStepInput = {
  context: ProviderStepContext
  record: ProviderRecord
  settings: OidcSettings
  provider: OidcProvider
}

const createStep =
  (run: (input: ProviderStepInput) => Promise<StepResult> | StepResult) =>
  async (context: ProviderStepContext): Promise<StepResult> => {
    const record = toProviderRecord(context.record)
    if (record.issuer === null)
      return failStep('INCOMPLETE', ssoTestMessages.enterIssuer(null), 'issuer')
    if (record.clientId === null)
      return failStep('INCOMPLETE', ssoTestMessages.enterClientId, 'clientId')
    const settings = toProviderOidcSettings(record, context.secrets['clientSecret'] ?? null)
    const { platform, signal, state } = context
    try {
      const provider = (state.provider ??= await discoverOidcProvider(
        platform.outgoing,
        settings,
        signal,
      ))
      state.clock = provider.clock
      return await run({ context, record, settings, provider })
    } catch (error) {
      return toFailedStep(error, { invalid_client: 'clientSecret' })
    }
  }

/** The steps that test a sign-in provider, up to a test sign-in of the operator. */
export const providerSteps: readonly IntegrationStep<ProviderStepState>[] = [
  {
    name: 'provider',
    title: ssoTestMessages.providerStep,
    required: true,
    passive: true,
    field: () => 'issuer',
    run: createStep(() => passStep(ssoTestMessages.issuerMatches)),
  },
  {
    name: 'fit',
    title: ssoTestMessages.matchStep,
    required: true,
    passive: true,
    run: createStep(compareFeatures),
  },
  {
    name: 'keys',
    title: ssoTestMessages.keysStep,
    required: true,
    passive: true,
    run: createStep(({ context, provider }) => checkPublishedKeys(provider, context)),
  },
  {
    name: 'clock',
    title: ssoTestMessages.clockStep,
    required: false,
    passive: true,
    run: compareClock,
  },
  {
    name: 'credentials',
    title: ssoTestMessages.credentialsStep,
    required: false,
    run: createStep(checkCredentials),
  },
  {
    name: 'request',
    title: ssoTestMessages.requestStep,
    required: false,
    run: createStep(({ context, provider, settings }) =>
      checkAuthorizationRequest(provider, context, {
        scopes: settings.scopes,
        redirectUri: buildRedirectUri(context.platform),
        field: 'clientId',
      }),
    ),
  },
  {
    name: 'signIn',
    title: providerTestMessages.signInStep,
    required: true,
    userAction: ssoTestMessages.needsSignIn,
  },
]

function compareFeatures({ provider, settings }: ProviderStepInput): StepResult {
  const { code, s256, unlisted } = getProviderFeatures(provider, settings.scopes)
  if (!code) return createNoCodeFlowFailure()
  const warnings = [
    ...(unlisted.length > 0 ? [ssoTestMessages.scopesNotListed(unlisted)] : []),
    ...(s256 ? [] : [ssoTestMessages.pkceNotListed]),
  ]
  return warnings.length > 0
    ? passStep(warnings.join(' '), { warning: true })
    : passStep(ssoTestMessages.supportsAll)
}

function checkCredentials({ context, provider, settings }: ProviderStepInput): Promise<StepResult> {
  const isPublic = settings.clientSecret === null
  return checkOidcClient(provider, buildRedirectUri(context.platform), {
    right: isPublic ? ssoTestMessages.publicClientKnown : ssoTestMessages.credentialsValid,
    wrong: failStep(
      'invalid_client',
      isPublic ? ssoTestMessages.publicClientUnknown : oidcMessages.credentialsRejected,
      'clientSecret',
    ),
    unsure: isPublic ? ssoTestMessages.clientUnchecked : ssoTestMessages.secretUnchecked,
  })
}
