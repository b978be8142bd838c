import express from 'express'
import type { Express, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { jobsPath } from '#shared/engine/jobs/jobsAddress.ts'
import { zonePath } from '#shared/format/timeZone.ts'
import { apiBody, apiPath, ownCallsByPost } from './proxy/apiRequest.ts'
import { createAssets } from './render/assets.ts'
import { logIn, logInWithGoogle, logOut, logOutForm } from './signIn/authRoutes.ts'
import { acceptedEncoding } from './edge/compression.ts'
import { crossSiteLanding } from './edge/crossSiteLanding.ts'
import { failures } from './edge/failures.ts'
import { googleRoutes } from './signIn/googleRoutes.ts'
import { incomingBodies } from './edge/incomingBodies.ts'
import { logRequests } from './edge/logRequests.ts'
import type { OnRequest } from './edge/logRequests.ts'
import { frames } from './render/frames.ts'
import { jobForm } from './render/jobForm.ts'
import { zoneForm } from './render/zoneForm.ts'
import { pageRequest } from './render/webRequest.ts'
import { inTheirName } from './proxy/inTheirName.ts'
import { createProxy } from './proxy/proxy.ts'
import { ConfirmedSessions } from './signIn/confirmedSessions.ts'
import { confirmApiCalls, confirmForms } from './signIn/confirmSession.ts'
import { readVisitor } from './signIn/cookies.ts'
import { requestGuard } from './edge/requestGuard.ts'
import { pagePolicy, securityHeaders } from './edge/securityHeaders.ts'
import type { Settings } from './settings.ts'
import type { SignIn } from './signIn/signIn.ts'
import type { Upstream } from './proxy/upstream.ts'
import { signedInToWrite, writeCheck } from './edge/writeCheck.ts'

export type AppDeps = {
  settings: Settings
  log: Logger
  upstream: Upstream
  signIn: SignIn
  /** Answers every page. Reads `requestId`, `nonce` and `visitor` of `res.locals`, and sets `route`. */
  page: RequestHandler
  /** Folder of the built assets. */
  assetsDir?: string
  ready: () => boolean
  /** Aborts when the console is about to end. */
  ending: AbortSignal
  onRequest?: OnRequest
  bodies?: Parameters<typeof incomingBodies>[0]
  sessions?: ConfirmedSessions
}

/** The console, from the outside in: what happens to a request, in this order (http.md). */
export function createApp(given: AppDeps): Express {
  const deps = { sessions: new ConfirmedSessions(), ...given }
  const { settings, log, sessions } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('trust proxy', settings.trustedProxies)

  app.use(securityHeaders(settings))
  app.use(logRequests(log, deps.onRequest))
  app.use(requestGuard)
  app.use(incomingBodies(deps.bodies))
  app.get('/healthz', healthz)
  app.get('/readyz', readyz(deps.ready))
  if (deps.assetsDir) app.use('/assets', createAssets(deps.assetsDir))
  app.use(readVisitor(settings))
  app.use(acceptedEncoding(settings))
  app.use(writeCheck(settings.publicOrigin))
  app.use(inTheirName(settings, sessions))

  const api = express.Router()
  api.use(apiPath)
  api.use(ownCallsByPost)
  api.use(apiBody)
  api.post(platformPaths.login, logIn(deps))
  api.post(platformPaths.google, logInWithGoogle(deps))
  api.post(sessionPaths.logout, logOut(deps))
  api.use(signedInToWrite)
  api.use(confirmApiCalls(deps))
  api.use(createProxy(deps))
  app.use('/api', api)

  app.use(pageRequest)
  app.use(googleRoutes(deps))
  app.use(crossSiteLanding)
  app.use(pagePolicy(settings))
  app.post('/logout', logOutForm(deps))
  app.all('/frames/giftCardTemplates/:id/:part', frames(deps))
  app.use(confirmForms(deps))
  app.post(zonePath, zoneForm(deps))
  app.post(jobsPath, jobForm(deps))
  app.use(deps.page)
  app.use(failures(log))
  return app
}

/** Answers while the process lives. */
const healthz: RequestHandler = (_req, res) => {
  res.locals['route'] = '/healthz'
  res.type('text/plain').send('alive\n')
}

/** 503 until ready and while draining; what `ready` means is main.ts's to say. */
const readyz =
  (ready: () => boolean): RequestHandler =>
  (_req, res) => {
    res.locals['route'] = '/readyz'
    const isReady = ready()
    res
      .status(isReady ? 200 : 503)
      .type('text/plain')
      .send(isReady ? 'ready\n' : 'not ready\n')
  }
