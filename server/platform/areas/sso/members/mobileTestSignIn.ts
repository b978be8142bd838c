import type { ClaimMappingResult } from '#shared/areas/sso/mobileSsoCalls.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendPage } from '../storeHosts/page.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import type { Claims } from '../claims.ts'
import { SsoError } from '../ssoError.ts'
import {
  createPendingSignIn,
  requireSameBrowser,
  endPendingSignIn,
  loadPendingSignIn,
  saveClaimsOnce,
} from '../pendingSignIns.ts'
import type { PendingSignIn } from '../pendingSignIns.ts'
import { discoverOidcProvider, buildOidcRequestUrl, fetchOidcClaims } from '../oidc/oidcClient.ts'
import { saveTestSignIn, createSignInContext } from '../saveTestSignIn.ts'
import type { SignInContext } from '../saveTestSignIn.ts'
import {
  getRequestUrl,
  createSignInCookie,
  requireSsoTestTicket,
  redirectBrowser,
} from '../storeVisits.ts'
import type { StoreVisit } from '../storeVisits.ts'
import { previewMemberSignIn } from './claimMappingCall.ts'
import { mobileSsoIntegration } from './mobileSso.ts'
import { mobileSsoPaths, findMobileSsoSetup, toPublicClient } from './mobileSsoSettings.ts'
import type { MobileSsoSetup } from './mobileSsoSettings.ts'
import { ssoPageMessages } from '../messages.ts'
import { mobileSsoOutcomeMessages } from './messages.ts'

const mobileSsoCookie = createSignInCookie('memberSignOn')

async function requireMobileSsoSetup({ platform, store }: StoreVisit): Promise<MobileSsoSetup> {
  const settings = await findMobileSsoSetup(platform, store.id)
  if (settings) return settings
  throw new SsoError('not_set_up', mobileSsoOutcomeMessages.notSetUp)
}

/**
 * Redirects to the provider as the app would, as a public client with PKCE. The provider redirects
 * back to the store's host.
 */
export async function startMobileSsoTest(visit: StoreVisit): Promise<void> {
  const { platform, store } = visit
  const settings = await requireMobileSsoSetup(visit)
  const owner = { of: 'memberSignOns', id: settings.id } as const
  const { actor } = requireSsoTestTicket(visit, owner)
  const provider = await discoverOidcProvider(platform.outgoing, toPublicClient(settings))
  const { settingsVersion: version } = settings
  const { flow, browser } = await createPendingSignIn(platform, owner, {
    purpose: 'test',
    actor,
    version,
  })
  const redirectUri = store.origin + mobileSsoPaths.callback
  const url = await buildOidcRequestUrl(provider, toPublicClient(settings), redirectUri, flow)
  mobileSsoCookie.keep(visit, browser)
  redirectBrowser(visit, url)
}

/** Receives the provider's answer and saves what it would lead to. Signs no one in. */
export async function completeMobileSsoTest(visit: StoreVisit): Promise<void> {
  const { platform, store, response } = visit
  const state = getRequestUrl(visit).searchParams.get('state') ?? ''
  const flow = await loadPendingSignIn(platform, 'memberSignOns', store.id, state)
  requireSameBrowser(flow, mobileSsoCookie.of(visit))
  const settings = await requireMobileSsoSetup(visit)
  mobileSsoCookie.forget(visit)
  const claims = await fetchClaims(visit, settings, flow).catch(async (error: unknown) => {
    if (error instanceof SsoError || error instanceof NetworkError)
      await runAtEnd(visit, flow, (context) =>
        saveMobileTestResult(context, settings, flow, failStep(error.code, error.sentence)),
      )
    throw error
  })
  const preview = await runAtEnd(visit, flow, async (context) => {
    await saveClaimsOnce(context.trx, flow, { claims, assertion: null, now: context.now })
    const preview = await previewMemberSignIn(context.trx, settings, claims)
    const { sentence } = preview
    const result =
      preview.outcome === 'refused' ? failStep('refused', sentence) : passStep(sentence)
    await saveMobileTestResult(context, settings, flow, result)
    return preview
  })
  sendPage(response, 200, buildResultPage(preview, store.name, claims))
}

async function fetchClaims(
  visit: StoreVisit,
  settings: MobileSsoSetup,
  flow: PendingSignIn,
): Promise<Claims> {
  const { outgoing }: Pick<Platform, 'outgoing'> = visit.platform
  const { emailClaim, nameClaim, groupClaim } = settings
  const wantedClaims = [emailClaim, nameClaim, groupClaim].filter((name) => name !== null)
  const provider = await discoverOidcProvider(outgoing, toPublicClient(settings))
  return fetchOidcClaims(provider, getRequestUrl(visit), flow, wantedClaims)
}

/** Ends a sign-in once and runs `end`. A second answer is rejected. */
const runAtEnd = <Told>(
  { platform, request }: StoreVisit,
  flow: PendingSignIn,
  end: (work: SignInContext) => Promise<Told>,
): Promise<Told> =>
  runInTransaction(platform, async (trx) => {
    const context = createSignInContext(platform, trx, { flow, request })
    if (!(await endPendingSignIn(trx, flow, context.now)))
      throw new SsoError('replayed', ssoPageMessages.responseUsed)
    return end(context)
  })

const saveMobileTestResult = (
  context: SignInContext,
  { id }: MobileSsoSetup,
  flow: PendingSignIn,
  result: Parameters<typeof saveTestSignIn>[3],
) => saveTestSignIn(mobileSsoIntegration, context, { flow, id }, result)

const buildResultPage = (
  { outcome, sentence }: ClaimMappingResult,
  store: string,
  claims: Claims,
) => ({
  title: outcome === 'refused' ? ssoPageMessages.testFailed : ssoPageMessages.testPassed,
  paragraphs: [sentence, mobileSsoOutcomeMessages.onlyTested(store), ssoPageMessages.closePage],
  facts: Object.entries(claims).map(([name, values]): [string, string] => [
    name,
    values.join(', '),
  ]),
})
