import type { RequestListener } from 'node:http'
import express from 'express'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { platformPaths } from '#shared/platformCalls.ts'
import { belowApi, withApiReads } from './apiReads.ts'
import { apiBody, apiPath } from './apiRequest.ts'
import { createAssets } from './assets.ts'
import { logIn, logInWithGoogle, logOut, logOutForm, logoutPath } from './authRoutes.ts'
import { crossSiteLanding } from './crossSiteLanding.ts'
import { failures } from './failures.ts'
import { googleRoutes } from './google/googleRoutes.ts'
import { healthz, readyz } from './health.ts'
import { logRequests } from './logRequests.ts'
import type { OnRequest } from './logRequests.ts'
import { messageClasses } from './messageClasses.ts'
import type { MessageClasses } from './messageClasses.ts'
import { pageRequest } from './pageRequest.ts'
import { createProxy } from './proxy.ts'
import { readVisitor } from './readVisitor.ts'
import { requestGuard } from './requestGuard.ts'
import { pagePolicy, securityHeaders } from './securityHeaders.ts'
import type { Settings } from './settings.ts'
import type { SignIn } from './signIn.ts'
import type { Upstream } from './upstream.ts'
import { writeCheck } from './writeCheck.ts'

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
  onRequest?: OnRequest
}

/** The listener of the console, and the classes its requests and answers are best made of. */
export type App = RequestListener & { classes: MessageClasses }

/** The console, from the outside in: what happens to a request, in this order (http.md). */
export function createApp(deps: AppDeps): App {
  const { settings, log } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('trust proxy', settings.trustedProxies)

  const classes = messageClasses(app, securityHeaders(settings))
  const first = [logRequests(log, deps.onRequest), requestGuard]
  const visitor = readVisitor(settings)
  const proxy = createProxy(deps)
  const failed = failures(log)

  app.use(first)
  app.get('/healthz', healthz)
  app.get('/readyz', readyz(deps.ready))
  if (deps.assetsDir) app.use('/assets', createAssets(deps.assetsDir))
  app.use(visitor)
  app.use(writeCheck(settings.publicOrigin))

  const api = express.Router()
  api.use(apiPath)
  api.use(apiBody)
  api.post(platformPaths.login, logIn(deps))
  api.post(platformPaths.google, logInWithGoogle(deps))
  api.post(logoutPath, logOut(deps))
  api.use(proxy)
  app.use('/api', api)

  app.use(pageRequest)
  app.use(googleRoutes(deps))
  app.use(crossSiteLanding)
  app.use(pagePolicy(settings))
  app.post('/logout', logOutForm(deps))
  app.use(deps.page)
  app.use(failed)
  const listener = withApiReads(app, [...first, ...visitor, belowApi, apiPath, proxy], failed)
  return Object.assign(listener, { classes })
}
