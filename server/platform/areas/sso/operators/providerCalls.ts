import { providerCalls as paths } from '#shared/areas/signIn/providerPaths.ts'
import { providerFailures } from '#shared/areas/signIn/providerFailureMessages.ts'
import type { ProviderFailure } from '#shared/areas/signIn/providerFailureMessages.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import type { Call, CallResult, PerformWrite } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  integerSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { HttpError, notFound } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { callSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { buildOidcRequestUrl, discoverOidcProvider } from '../oidc/oidcClient.ts'
import { createPendingSignIn } from '../pendingSignIns.ts'
import type { PendingSignIn } from '../pendingSignIns.ts'
import { SsoError } from '../ssoError.ts'
import { handleProviderCallback } from './completeOperatorSignIn.ts'
import {
  buildAcrParameter,
  buildRedirectUri,
  findProvider,
  findUsableProviders,
} from './providerSettings.ts'
import { StartLimit } from './startLimit.ts'

const startSchema = objectSchema({ url: stringSchema, browser: stringSchema })

/** Builds the calls of a console for sign-ins at OpenID providers, with a limit of their own. */
export const buildProviderCalls = (limit = new StartLimit()): readonly Call[] => [
  {
    kind: 'open',
    method: 'get',
    path: paths.list,
    summary: 'List the sign-in providers that operators can use',
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(objectSchema({ id: integerSchema, name: stringSchema })),
      }),
    },
    async handler(_request, { db }) {
      const providers = await findUsableProviders(db)
      return { status: 200, body: { data: providers.map(({ id, name }) => ({ id, name })) } }
    },
  },
  {
    kind: 'open',
    method: 'post',
    path: paths.start,
    summary: "Start a sign-in: returns the provider's URL, and what the browser must send back",
    success: { status: 200, schema: startSchema },
    errorStatuses: [429, 502],
    handler: (request, platform) => handleStart(request, platform, limit),
  },
  {
    kind: 'open',
    method: 'post',
    path: paths.callback,
    summary: "Complete a sign-in with the query of the provider's redirect",
    body: objectSchema({ search: stringSchema, browser: stringSchema }),
    success: { status: 200, schema: callSchemas.signIn },
    errorStatuses: [502],
    handler: handleProviderCallback,
  },
  {
    kind: 'externalWrite',
    permission: `${signInProviders.permission}:write`,
    method: 'post',
    path: paths.test,
    summary: 'Start a test sign-in, which signs no one in',
    success: { status: 200, schema: startSchema },
    errorStatuses: [502],
    allowsApiKeys: false,
    handler: handleStartTest,
  },
]

async function handleStart(
  request: ApiRequest,
  platform: Platform,
  limit: StartLimit,
): Promise<CallResult> {
  const id = parseRecordId(signInProviders, request)
  limit.count(request.clientAddress, platform.now())
  const usable = await findUsableProviders(platform.db)
  if (!usable.some((provider) => provider.id === id)) throw createStartError('notActive')
  return { status: 200, body: await start(platform, id, { purpose: 'signOn', actor: 'unknown' }) }
}

const createStartError = (reason: ProviderFailure) =>
  new HttpError(
    reason === 'notActive' ? 409 : 502,
    reason === 'notActive' ? 'wrong_state' : 'bad_answer',
    providerFailures[reason],
    { reason },
  )

/** Saves a sign-in and builds the provider's URL. The provider must answer for its metadata. */
async function start(
  platform: Platform,
  id: number,
  details: Pick<PendingSignIn, 'purpose' | 'actor'>,
): Promise<{ url: string; browser: string }> {
  const provider = await findProvider(platform, id)
  if (!provider) throw notFound(signInProviders.title.one)
  const { record, settings } = provider
  try {
    const oidcProvider = await discoverOidcProvider(platform.outgoing, settings)
    const owner = { of: 'signInProviders', id } as const
    const version = record.settingsVersion
    const { flow, browser } = await createPendingSignIn(platform, owner, { ...details, version })
    const redirectUri = buildRedirectUri(platform)
    const extra = buildAcrParameter(record)
    return {
      url: await buildOidcRequestUrl(oidcProvider, settings, redirectUri, flow, extra),
      browser,
    }
  } catch (error) {
    if (!(error instanceof SsoError) && !(error instanceof NetworkError)) throw error
    if (details.purpose === 'test') throw new HttpError(502, 'bad_answer', error.sentence)
    throw createStartError('unavailable')
  }
}

/** What a browser must keep is answered once, and not stored for a request that is sent again. */
async function handleStartTest(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  requireAllStores(signInProviders, caller)
  const id = parseRecordId(signInProviders, request)
  const started = await start(platform, id, { purpose: 'test', actor: caller.email })
  return perform(() => Promise.resolve({ status: 200, body: {}, uncachedBody: started }))
}
