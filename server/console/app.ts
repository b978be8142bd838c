import express from 'express'
import type { Express, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { resources } from '#shared/areas/index.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { jobsPath } from '#shared/engine/jobs/jobsUrl.ts'
import { unsubscribePath } from '#shared/areas/notifications/notificationCalls.ts'
import { stopViewPath, viewPath } from '#shared/navigation/viewUrl.ts'
import { zonePath } from '#shared/engine/timeZone.ts'
import { checkApiBody, normalizeApiPath, requirePostForConsoleCalls } from './proxy/apiChecks.ts'
import { createAssets } from './render/assets.ts'
import {
  createCancelFactorHandler,
  createFactorHandlers,
  createPasskeyHandlers,
  createPasskeyOptionsHandler,
  createSignInHandlers,
  createGoogleSignInHandlers,
  createSignOutHandler,
  createSignOutFormHandler,
} from './signIn/authRoutes.ts'
import { negotiateEncoding } from './edge/compression.ts'
import { reloadCrossSiteLinks } from './edge/crossSiteLanding.ts'
import { createErrorHandler } from './edge/errorHandler.ts'
import { createGoogleRoutes } from './signIn/googleRoutes.ts'
import { createProviderRoutes } from './signIn/providerRoutes.ts'
import { limitIncomingBodies } from './edge/incomingBodies.ts'
import { logRequests } from './edge/logRequests.ts'
import type { OnRequest } from './edge/logRequests.ts'
import { createGiftCardFrameHandlers } from './render/frames.ts'
import { createJobFormHandlers } from './render/jobForm.ts'
import {
  createStartViewHandlers,
  createStopViewHandlers,
  rejectViewCall,
} from './signIn/viewRoutes.ts'
import { createTimeZoneFormHandlers } from './render/zoneForm.ts'
import { createUnsubscribeHandlers } from './render/unsubscribePage.ts'
import { rejectUnsupportedPageRequests } from './render/webRequest.ts'
import { platformCredentials } from './proxy/platformCredentials.ts'
import { createProxy } from './proxy/proxy.ts'
import { ConfirmedSessions } from './signIn/confirmedSessions.ts'
import { confirmApiSessions, confirmFormSessions } from './signIn/confirmSession.ts'
import { readVisitor } from './signIn/cookies.ts'
import { rejectMalformedRequests } from './edge/requestGuard.ts'
import { setPageContentSecurityPolicy, setSecurityHeaders } from './edge/securityHeaders.ts'
import type { ConsoleSettings } from './settings.ts'
import type { SignIn } from './signIn/signIn.ts'
import type { Upstream } from './proxy/upstream.ts'
import { requireSignIn, rejectForeignWrites } from './edge/writeCheck.ts'

export type AppDeps = {
  settings: ConsoleSettings
  log: Logger
  upstream: Upstream
  signIn: SignIn
  /**
   * Renders every page. Reads `requestId`, `nonce`, and `visitor` of `res.locals`, and sets
   * `route`.
   */
  page: RequestHandler
  /** Folder of the built assets. */
  assetsDir?: string
  ready: () => boolean
  /** Aborts when the console starts to shut down. */
  shutdown: AbortSignal
  onRequest?: OnRequest
  bodies?: Parameters<typeof limitIncomingBodies>[0]
  sessions?: ConfirmedSessions
}

/**
 * Creates the console's app. Requests pass its steps in this order, from the outside in (http.md).
 */
export function createApp(options: AppDeps): Express {
  registerResources(resources)
  const deps = { sessions: new ConfirmedSessions(), ...options }
  const { settings, log, sessions } = deps
  const unsubscribe = createUnsubscribeHandlers(deps)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('trust proxy', settings.trustedProxies)

  app.use(setSecurityHeaders(settings))
  app.use(logRequests(log, deps.onRequest))
  app.use(rejectMalformedRequests)
  app.use(limitIncomingBodies(deps.bodies))
  app.get('/healthz', handleHealth)
  app.get('/readyz', handleReadiness(deps.ready))
  if (deps.assetsDir) app.use('/assets', createAssets(deps.assetsDir))
  app.route(unsubscribePath).get(unsubscribe.get).post(unsubscribe.post)
  app.use(readVisitor(settings))
  app.use(negotiateEncoding(settings))
  app.use(rejectForeignWrites(settings.publicOrigin))
  app.use(platformCredentials(settings, sessions))

  const api = express.Router()
  api.use(normalizeApiPath)
  api.use(requirePostForConsoleCalls)
  api.use(checkApiBody)
  api.post(platformPaths.login, createSignInHandlers(deps))
  api.post(platformPaths.google, createGoogleSignInHandlers(deps))
  api.post(sessionPaths.secondFactor, createFactorHandlers(deps))
  api.post(sessionPaths.cancelFactor, createCancelFactorHandler(deps))
  api.post(sessionPaths.passkeyOptions, createPasskeyOptionsHandler(deps))
  api.post(sessionPaths.passkey, createPasskeyHandlers(deps))
  api.post(sessionPaths.logout, createSignOutHandler(deps))
  api.post(sessionPaths.view, rejectViewCall)
  api.use(requireSignIn)
  api.use(confirmApiSessions(deps))
  api.use(createProxy(deps))
  app.use('/api', api)

  app.use(rejectUnsupportedPageRequests)
  app.use(createGoogleRoutes(deps))
  app.use(createProviderRoutes(deps))
  app.use(reloadCrossSiteLinks)
  app.use(setPageContentSecurityPolicy(settings))
  app.post('/logout', createSignOutFormHandler(deps))
  app.all('/frames/giftCardTemplates/:id/:part', createGiftCardFrameHandlers(deps))
  app.use(confirmFormSessions(deps))
  app.post(zonePath, createTimeZoneFormHandlers(deps))
  app.post(viewPath, createStartViewHandlers(deps))
  app.post(stopViewPath, createStopViewHandlers(deps))
  app.post(jobsPath, createJobFormHandlers(deps))
  app.use(deps.page)
  app.use(createErrorHandler(log))
  return app
}

/** Responds as long as the process runs. */
const handleHealth: RequestHandler = (_req, res) => {
  res.locals['route'] = '/healthz'
  res.type('text/plain').send('alive\n')
}

/** Responds with 503 until the console is ready, and while it drains. main.ts defines `ready`. */
const handleReadiness =
  (ready: () => boolean): RequestHandler =>
  (_req, res) => {
    res.locals['route'] = '/readyz'
    const isReady = ready()
    res
      .status(isReady ? 200 : 503)
      .type('text/plain')
      .send(isReady ? 'ready\n' : 'not ready\n')
  }
