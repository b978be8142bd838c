import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express'
import type { Logger } from 'pino'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import type { StaticHandlerContext } from 'react-router'
import {
  actorsContext,
  apiContext,
  App,
  factsContext,
  userFailureContext,
  isRouteHandle,
  pageTitle,
  recordName,
  sourcesOf,
  startActors,
  stopActors,
} from '#client/app.tsx'
import { routes } from '#client/router.tsx'
import { ApiFailure } from '#shared/api.ts'
import type { Api } from '#shared/api.ts'
import { redirectFor, safePath } from '#shared/guard.ts'
import { userDetails } from '#shared/platformCalls.ts'
import { routeAt } from '#shared/routes.ts'
import { endCompressed } from '../edge/compression.ts'
import { expireRefusedSession, expireSessionCookies, setSessionCookies } from '../signIn/cookies.ts'
import type { Visitor } from '../signIn/cookies.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import type { Settings } from '../settings.ts'
import type { SignIn } from '../signIn/signIn.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { htmlDocument } from './document.ts'
import type { Manifest } from './manifest.ts'
import { noticesOf } from './notices.ts'
import { sanitiseErrors } from './sanitise.ts'
import { webRequest } from './webRequest.ts'

export type PageDeps = {
  settings: Settings
  upstream: Upstream
  signIn: SignIn
  manifest: Manifest
  log: Logger
}

/**
 * Renders the page at the request's address: guard, loaders and action over this visitor's API, then HTML and one block of
 * JSON (design.md, "Life of a request"). The markup is one string rather than a stream: loaders are awaited anyway, a
 * fault while rendering still gets its status, and it costs less (measured in design.md).
 */
export function createPageHandler(deps: PageDeps): RequestHandler {
  const handler = createStaticHandler(routes)
  const { settings, manifest, log } = deps
  const facts = {
    jobTitle: settings.jobTitle,
    organisation: settings.organisation,
    enforcePermissions: settings.enforcePermissions,
    google: settings.googleClientId !== null,
  }

  return async (req, res) => {
    const visitor: Visitor | null = res.locals['visitor']
    const requestId: string = res.locals['requestId']
    const isForm = req.method === 'POST'
    const elsewhere = redirectFor(visitor !== null, req.originalUrl)
    if (elsewhere && !(isForm && visitor)) return redirectTo(res, isForm, elsewhere)

    const { request, refusal } = await webRequest(req, settings.publicOrigin)
    // It came too late: that was said meanwhile (`incomingBodies.ts`).
    if (res.headersSent) return
    const leaving = new AbortController()
    res.once('close', () => {
      if (!res.writableFinished) leaving.abort()
    })
    const api = createServerApi({
      ...deps,
      visitor,
      requestId,
      clientAddress: req.ip,
      signal: leaving.signal,
    })
    const input = {
      session: { authenticated: visitor !== null, user: null, permissions: [] },
      notifications: noticesOf(request, refusal),
    }
    const actors = startActors(input, pageEffects(deps, req, res))
    try {
      const context = new RouterContextProvider()
      context.set(apiContext, api)
      context.set(actorsContext, actors)
      context.set(factsContext, facts)

      // The user is needed to render, and before loading only where permissions decide what may load.
      const user = visitor ? loadUser(api, actors, log) : Promise.resolve(null)
      if (settings.enforcePermissions) context.set(userFailureContext, await user)
      const [result] = await Promise.all([
        handler.query(request, { requestContext: context }),
        user,
      ])
      if (leaving.signal.aborted) return
      if (api.sawUnauthorised()) {
        expireRefusedSession(res, settings)
        return redirectTo(res, isForm, '/')
      }
      if (result instanceof Response)
        return redirectTo(res, isForm, result.headers.get('location') ?? '/')

      if (result.errors)
        result.errors = sanitiseErrors(result.errors, requestId, (cause) =>
          log.error({ err: cause, requestId }, 'page'),
        )
      const { user: signedIn, permissions } = actors.session.getSnapshot().context
      const hydration = {
        facts,
        input: { ...input, session: { ...input.session, user: signedIn, permissions } },
        router: {
          loaderData: result.loaderData,
          actionData: result.actionData,
          errors: result.errors,
        },
      }
      const router = createStaticRouter(handler.dataRoutes, result)
      const markup = renderToString(
        <App actors={actors} facts={facts} api={api}>
          <StaticRouterProvider router={router} context={result} hydrate={false} />
        </App>,
      )
      const { title, pattern } = pageOf(result)
      const chunks = await sourcesOf(result.matches.map(({ route }) => route.handle))
      res.locals['route'] = pattern
      for (const headers of Object.values(result.actionHeaders)) {
        const retryAfter = headers.get('retry-after')
        if (retryAfter) res.set('Retry-After', retryAfter)
      }
      const nonce: string = res.locals['nonce']
      const shown = { title, markup, hydration, manifest, chunks, nonce }
      const html = htmlDocument({ ...shown, inlineStyle: req.path === '/' })
      res.status(refusal?.status ?? result.statusCode).type('html')
      // As bytes: for a text Node takes three for each of its characters.
      await endCompressed(res, Buffer.from(html))
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    } finally {
      stopActors(actors)
    }
  }
}

/** The one redirect helper of pages: only paths of this console pass (http.md "Pages"). A form's answer is fetched with GET. */
function redirectTo(res: ExpressResponse, isForm: boolean, location: string): void {
  const path =
    location === '/' || location.startsWith('/?') ? location : (safePath(location) ?? '/')
  res.locals['route'] = patternAt(res.req.path)
  res.redirect(isForm ? 303 : 302, path)
}

/** The pattern of the page at this path, for redirects, which render none. Most paths are patterns; to match one is slow. */
function patternAt(path: string): string {
  const known = routeAt(path)
  if (known) return known.path
  const { handle, path: pattern = '*' } = matchRoutes(routes, path)?.at(-1)?.route ?? {}
  return isRouteHandle(handle) ? (handle.route?.path ?? '*') : pattern
}

/** What the page says of itself. */
function pageOf(result: StaticHandlerContext) {
  const { handle, path = '*', id = '' } = result.matches.at(-1)?.route ?? {}
  if (!isRouteHandle(handle)) return { title: pageTitle(undefined), pattern: path }
  const title = pageTitle(handle.route, recordName(result.loaderData[id]))
  return { title, pattern: handle.route?.path ?? '*' }
}

/** Who is signed in. A failure leaves the initials unknown and the page as it is; a 401 is seen by the API. */
async function loadUser(
  api: Api,
  actors: ReturnType<typeof startActors>,
  log: Logger,
): Promise<ApiFailure | null> {
  try {
    const { user, permissions } = await userDetails(api)
    actors.session.send({ type: 'user.loaded', user, permissions })
    return null
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    log.warn(
      { status: error.status, code: error.problem.code },
      'the signed-in user could not be read',
    )
    return error
  }
}

/** What the machines ask of the server while it renders one page. */
function pageEffects({ signIn, settings }: PageDeps, req: ExpressRequest, res: ExpressResponse) {
  return {
    async logIn(credentials: { email: string; password: string }) {
      const client = { address: req.ip ?? '', requestId: String(res.locals['requestId']) }
      const { session, user, permissions } = await signIn.signIn(credentials, client)
      setSessionCookies(res, settings, session)
      return { user, permissions }
    },
    clearSession: async () => expireSessionCookies(res, settings),
    reload: () => undefined,
  }
}
