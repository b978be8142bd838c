import express from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { answerPage } from './storeHosts/page.ts'
import { isBelow } from './storeHosts/storeHosts.ts'
import { requireTrustedSetup } from './degradedSetup.ts'
import { SignOnFault } from './faults.ts'
import { beginFlow, demandBrowser, flowOf } from './flows.ts'
import { endSignIn, failSignIn, keepSaid } from './endSignIn.ts'
import { discover, oidcRequestUrl, readOidcAnswer } from './oidc/oidcParty.ts'
import { readSamlAnswer } from './saml/samlAnswer.ts'
import { ourMetadata, samlRequestUrl } from './saml/samlParty.ts'
import { clientSecretOf, oidcOf, samlOf, signOnPaths as paths } from './setUp.ts'
import type { SetUp } from './setUp.ts'
import { setUpAt } from './setUpAt.ts'
import { addressOf, atStore, browserCookie, demandTicket, leaveFor } from './visits.ts'
import type { Visit } from './visits.ts'
import { ssoPageMessages as say } from './messages.ts'

/** Anybody may begin a sign-in, which keeps a row and asks the provider: so many a minute from one network. */
const mostBegun = 60

/** What browsers, and providers through them, meet at a store's host. Nothing else of the platform answers there. */
export function signOnEndpoints(platform: Platform): express.Router {
  const router = express.Router()
  const at = atStore(platform)
  const form = express.urlencoded({ extended: false, limit: '1mb', parameterLimit: 10 })
  const limit = rateLimit({
    windowMs: 60_000,
    limit: mostBegun,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_request, response) =>
      answerPage(response, 429, {
        title: say.tooMany,
        paragraphs: [say.tooManyExplanation],
      }),
  })
  router.get(paths.metadata, at(answerMetadata))
  router.get(paths.start, limit, at(start))
  router.get(paths.test, at(test))
  router.post(paths.acs, form, at(takeSamlAnswer))
  router.get(paths.callback, at(takeOidcAnswer))
  router.get(paths.done, at(done))
  router.use((request, response, next) => {
    if (!isBelow(platform, request.get('host') ?? '')) return next()
    answerPage(response, 404, {
      title: say.notFound,
      paragraphs: [say.notFoundExplanation],
    })
  })
  return router
}

async function answerMetadata({ platform, store, response }: Visit): Promise<void> {
  const { ours, record } = await setUpAt(platform, store)
  const xml = ourMetadata(ours, samlOf(record))
  response.set('Content-Type', 'application/samlmetadata+xml; charset=utf-8')
  response.set('Content-Disposition', `attachment; filename="${store.subdomain}-metadata.xml"`)
  response.send(Buffer.from(xml))
}

async function start(visit: Visit): Promise<void> {
  const setUp = await setUpAt(visit.platform, visit.store)
  await requireTrustedSetup(visit.platform.db, setUp.record)
  await lead(visit, setUp, { purpose: 'signOn', actor: 'sign-on' })
}

async function test(visit: Visit): Promise<void> {
  const setUp = await setUpAt(visit.platform, visit.store)
  const { actor } = demandTicket(visit, { of: 'adminSignOns', id: setUp.record.id })
  await lead(visit, setUp, { purpose: 'test', actor })
}

/** Sends the browser to the provider, with what it must show when it comes back. */
async function lead(
  visit: Visit,
  setUp: SetUp,
  begun: { purpose: 'test' | 'signOn'; actor: string },
): Promise<void> {
  const { platform } = visit
  const { record, ours } = setUp
  const { id, settingsVersion: version, protocol } = record
  if (protocol === 'saml' && record.ssoUrl === null)
    throw new SignOnFault('incomplete', say.incomplete)
  const { flow, browser } = await beginFlow(
    platform,
    { of: 'adminSignOns', id },
    { ...begun, version },
  )
  const address =
    protocol === 'saml'
      ? await samlRequestUrl(samlOf(record), ours, { id: flow.requestId, relayState: flow.state })
      : await oidcAddress(platform, setUp, flow)
  cookie.keep(visit, browser)
  leaveFor(visit, address)
}

async function oidcAddress(
  platform: Platform,
  { record, addresses }: SetUp,
  flow: { state: string; nonce: string; verifier: string },
): Promise<string> {
  const settings = oidcOf(record, await clientSecretOf(platform, platform.db, record.id))
  const provider = await discover(platform.outgoing, settings)
  return oidcRequestUrl(provider, settings, addresses.redirectUri, flow)
}

const cookie = browserCookie('signOn')

/** The assertion consumer service. Its POST comes from another site, without our cookie: the next page is asked for with it. */
async function takeSamlAnswer({ platform, store, request, response }: Visit): Promise<void> {
  const { SAMLResponse: answer, RelayState: state }: Record<string, unknown> = Object(request.body)
  const flow = await flowOf(platform, 'adminSignOns', store.id, String(state ?? ''))
  const setUp = await setUpAt(platform, store)
  try {
    const { claims, assertionId, expiresAt } = await readSamlAnswer(String(answer ?? ''), {
      settings: samlOf(setUp.record),
      ours: setUp.ours,
      request: { id: flow.requestId, at: flow.begunAt },
      now: platform.now(),
    })
    await keepSaid(platform, flow, { claims, assertion: { id: assertionId, expiresAt } })
  } catch (error) {
    await failSignIn(platform, { flow, setUp, request }, error)
    throw error
  }
  response.redirect(303, `${paths.done}?state=${encodeURIComponent(flow.state)}`)
}

async function takeOidcAnswer(visit: Visit): Promise<void> {
  const { platform, store, request, response } = visit
  const address = addressOf(visit)
  const flow = await flowOf(
    platform,
    'adminSignOns',
    store.id,
    address.searchParams.get('state') ?? '',
  )
  demandBrowser(flow, cookie.of(visit))
  const setUp = await setUpAt(platform, store)
  const { record, mapped } = setUp
  try {
    const settings = oidcOf(record, await clientSecretOf(platform, platform.db, record.id))
    const provider = await discover(platform.outgoing, settings)
    const wanted = [mapped.emailClaim, mapped.groupsClaim]
    const claims = await readOidcAnswer(provider, address, flow, wanted)
    await keepSaid(platform, flow, { claims, assertion: null })
  } catch (error) {
    await failSignIn(platform, { flow, setUp, request }, error)
    throw error
  }
  response.redirect(303, `${paths.done}?state=${encodeURIComponent(flow.state)}`)
}

/** The end of a sign-in, in the browser that began it. */
async function done(visit: Visit): Promise<void> {
  const { platform, store, request, response } = visit
  const { searchParams } = addressOf(visit)
  const flow = await flowOf(platform, 'adminSignOns', store.id, searchParams.get('state') ?? '')
  demandBrowser(flow, cookie.of(visit))
  const setUp = await setUpAt(platform, store)
  const ended = await endSignIn(platform, { flow, setUp, request })
  cookie.forget(visit)
  if (ended.token !== null)
    response.cookie('storeAdminToken', ended.token, {
      httpOnly: true,
      sameSite: 'strict',
      secure: store.origin.startsWith('https:'),
      path: '/',
    })
  answerPage(response, ended.status, ended.page)
}
