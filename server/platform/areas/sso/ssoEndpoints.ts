import express from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendPage } from './storeHosts/page.ts'
import { isStoreHost } from './storeHosts/storeHosts.ts'
import { requireTrustedSetup } from './trustedSetup.ts'
import { SsoError } from './ssoError.ts'
import { createPendingSignIn, requireSameBrowser, loadPendingSignIn } from './pendingSignIns.ts'
import {
  completeAdminSsoSignIn,
  failAdminSsoSignIn,
  saveProviderAnswer,
} from './completeAdminSsoSignIn.ts'
import { discoverOidcProvider, buildOidcRequestUrl, fetchOidcClaims } from './oidc/oidcClient.ts'
import { parseSamlResponse } from './saml/samlResponse.ts'
import { buildServiceProviderMetadata, buildSamlRequestUrl } from './saml/samlClient.ts'
import {
  loadAdminSsoClientSecret,
  toOidcSettings,
  toSamlSettings,
  adminSsoPaths as paths,
} from './adminSsoSetup.ts'
import type { AdminSsoSetup } from './adminSsoSetup.ts'
import { loadStoreSsoSetup } from './storeSsoSetup.ts'
import {
  getRequestUrl,
  createStoreVisitHandler,
  createSignInCookie,
  requireSsoTestTicket,
  redirectBrowser,
} from './storeVisits.ts'
import type { StoreVisit } from './storeVisits.ts'
import { ssoPageMessages } from './messages.ts'

/**
 * Limit per network: anyone can begin a sign-in, which saves a row and may send the provider a
 * request.
 */
const maxSignInsPerMinute = 60

/** Creates the routes on a store's host. The platform answers nothing else there. */
export function createAdminSsoRouter(platform: Platform): express.Router {
  const router = express.Router()
  const handle = createStoreVisitHandler(platform)
  const form = express.urlencoded({ extended: false, limit: '1mb', parameterLimit: 10 })
  const limit = rateLimit({
    windowMs: 60_000,
    limit: maxSignInsPerMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_request, response) =>
      sendPage(response, 429, {
        title: ssoPageMessages.tooMany,
        paragraphs: [ssoPageMessages.tooManyExplanation],
      }),
  })
  router.get(paths.metadata, handle(sendMetadata))
  router.get(paths.start, limit, handle(startSignIn))
  router.get(paths.test, handle(startTestSignIn))
  router.post(paths.acs, form, handle(receiveSamlResponse))
  router.get(paths.callback, handle(receiveOidcResponse))
  router.get(paths.done, handle(finishSignIn))
  router.use((request, response, next) => {
    if (!isStoreHost(platform, request.get('host') ?? '')) return next()
    sendPage(response, 404, {
      title: ssoPageMessages.notFound,
      paragraphs: [ssoPageMessages.notFoundExplanation],
    })
  })
  return router
}

async function sendMetadata({ platform, store, response }: StoreVisit): Promise<void> {
  const { serviceProvider, record } = await loadStoreSsoSetup(platform, store)
  const xml = buildServiceProviderMetadata(serviceProvider, toSamlSettings(record))
  response.set('Content-Type', 'application/samlmetadata+xml; charset=utf-8')
  response.set('Content-Disposition', `attachment; filename="${store.subdomain}-metadata.xml"`)
  response.send(Buffer.from(xml))
}

async function startSignIn(visit: StoreVisit): Promise<void> {
  const setup = await loadStoreSsoSetup(visit.platform, visit.store)
  await requireTrustedSetup(visit.platform.db, setup.record)
  await redirectToProvider(visit, setup, { purpose: 'signOn', actor: 'sign-on' })
}

async function startTestSignIn(visit: StoreVisit): Promise<void> {
  const setup = await loadStoreSsoSetup(visit.platform, visit.store)
  const { actor } = requireSsoTestTicket(visit, { of: 'adminSignOns', id: setup.record.id })
  await redirectToProvider(visit, setup, { purpose: 'test', actor })
}

/** Redirects the browser to the provider, with a cookie that it must send back at the end. */
async function redirectToProvider(
  visit: StoreVisit,
  setup: AdminSsoSetup,
  details: { purpose: 'test' | 'signOn'; actor: string },
): Promise<void> {
  const { platform } = visit
  const { record, serviceProvider } = setup
  const { id, settingsVersion: version, protocol } = record
  if (protocol === 'saml' && record.ssoUrl === null)
    throw new SsoError('incomplete', ssoPageMessages.incomplete)
  const { flow, browser } = await createPendingSignIn(
    platform,
    { of: 'adminSignOns', id },
    { ...details, version },
  )
  const url =
    protocol === 'saml'
      ? await buildSamlRequestUrl(toSamlSettings(record), serviceProvider, {
          id: flow.requestId,
          relayState: flow.state,
        })
      : await buildOidcUrl(platform, setup, flow)
  adminSsoCookie.keep(visit, browser)
  redirectBrowser(visit, url)
}

async function buildOidcUrl(
  platform: Platform,
  { record, addresses }: AdminSsoSetup,
  flow: { state: string; nonce: string; verifier: string },
): Promise<string> {
  const settings = toOidcSettings(
    record,
    await loadAdminSsoClientSecret(platform, platform.db, record.id),
  )
  const provider = await discoverOidcProvider(platform.outgoing, settings)
  return buildOidcRequestUrl(provider, settings, addresses.redirectUri, flow)
}

const adminSsoCookie = createSignInCookie('signOn')

/**
 * Handles the assertion consumer service. Its POST comes from another site, without our cookie, so
 * it redirects to a page that gets the cookie.
 */
async function receiveSamlResponse({
  platform,
  store,
  request,
  response,
}: StoreVisit): Promise<void> {
  const { SAMLResponse: answer, RelayState: state }: Record<string, unknown> = Object(request.body)
  const flow = await loadPendingSignIn(platform, 'adminSignOns', store.id, String(state ?? ''))
  const setup = await loadStoreSsoSetup(platform, store)
  try {
    const { claims, assertionId, expiresAt } = await parseSamlResponse(String(answer ?? ''), {
      settings: toSamlSettings(setup.record),
      ours: setup.serviceProvider,
      request: { id: flow.requestId, at: flow.begunAt },
      now: platform.now(),
    })
    await saveProviderAnswer(platform, flow, { claims, assertion: { id: assertionId, expiresAt } })
  } catch (error) {
    await failAdminSsoSignIn(platform, { flow, setup, request }, error)
    throw error
  }
  response.redirect(303, `${paths.done}?state=${encodeURIComponent(flow.state)}`)
}

async function receiveOidcResponse(visit: StoreVisit): Promise<void> {
  const { platform, store, request, response } = visit
  const url = getRequestUrl(visit)
  const flow = await loadPendingSignIn(
    platform,
    'adminSignOns',
    store.id,
    url.searchParams.get('state') ?? '',
  )
  requireSameBrowser(flow, adminSsoCookie.of(visit))
  const setup = await loadStoreSsoSetup(platform, store)
  const { record, claimMapping } = setup
  try {
    const settings = toOidcSettings(
      record,
      await loadAdminSsoClientSecret(platform, platform.db, record.id),
    )
    const provider = await discoverOidcProvider(platform.outgoing, settings)
    const wantedClaims = [claimMapping.emailClaim, claimMapping.groupsClaim]
    const claims = await fetchOidcClaims(provider, url, flow, wantedClaims)
    await saveProviderAnswer(platform, flow, { claims, assertion: null })
  } catch (error) {
    await failAdminSsoSignIn(platform, { flow, setup, request }, error)
    throw error
  }
  response.redirect(303, `${paths.done}?state=${encodeURIComponent(flow.state)}`)
}

/** Completes a sign-in in the browser that began it. */
async function finishSignIn(visit: StoreVisit): Promise<void> {
  const { platform, store, request, response } = visit
  const { searchParams } = getRequestUrl(visit)
  const flow = await loadPendingSignIn(
    platform,
    'adminSignOns',
    store.id,
    searchParams.get('state') ?? '',
  )
  requireSameBrowser(flow, adminSsoCookie.of(visit))
  const setup = await loadStoreSsoSetup(platform, store)
  const result = await completeAdminSsoSignIn(platform, { flow, setup, request })
  adminSsoCookie.forget(visit)
  if (result.token !== null)
    response.cookie('storeAdminToken', result.token, {
      httpOnly: true,
      sameSite: 'strict',
      secure: store.origin.startsWith('https:'),
      path: '/',
    })
  sendPage(response, result.status, result.page)
}
