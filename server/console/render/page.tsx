import type { RequestHandler, Response as ExpressResponse } from 'express'
import type { Logger } from 'pino'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import type { RouteObject, StaticHandlerContext } from 'react-router'
import {
  actorsContext,
  apiContext,
  App,
  factsContext,
  notifyContext,
  userFailureContext,
  timeZoneContext,
  getTimeZone,
  isRouteHandle,
  buildPageTitle,
  getRecordName,
  getCurrentRoute,
  startActors,
  stopActors,
} from '#client/app.tsx'
import type { ConsoleInput } from '#client/app.tsx'
import { stylesheetCookieName } from '#shared/navigation/stylesheet.ts'
import { provideLazyParts, routes } from '#client/router.tsx'
import { canContainGiftCardFrames } from '#shared/areas/giftCards/frames.ts'
import { getRedirect, toSafePath } from '#shared/navigation/guard.ts'
import { findRoute } from '#shared/navigation/routes.ts'
import { sendCompressed } from '../edge/compression.ts'
import { BodyMemory, FormQueue } from '../edge/bodyMemory.ts'
import { allowSlowBody } from '../edge/incomingBodies.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import type { Visitor } from '../signIn/cookies.ts'
import { getPlatformCredentials } from '../proxy/platformCredentials.ts'
import { createProviderList } from '../signIn/offeredProviders.ts'
import { createFormUpload } from '../proxy/formUpload.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import type { ConsoleSettings } from '../settings.ts'
import type { SignIn } from '../signIn/signIn.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { readFlash, setFlash } from './flashCookie.ts'
import { buildHtmlDocument } from './document.ts'
import { listChunkSources } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { loadFlashNotifications, createWebRequest } from './webRequest.ts'
import {
  buildPasswordChangedUrl,
  handlePasswordForm,
  getPasswordFormInput,
} from './passwordForm.ts'
import { canHavePasskeys, getSecondFactorInput, readSecondFactor } from './secondFactorInput.ts'
import { readOpenMenuGroups } from './openMenuGroups.ts'
import { loadUserIntoSession, createPageEffects } from './pageActors.ts'
import { confirmFormStepUp, sendStepUpPage, watchForStepUp } from './stepUpPage.ts'
import { sanitizeErrors } from './sanitizeErrors.ts'

type PageDeps = {
  settings: ConsoleSettings
  upstream: Upstream
  signIn: SignIn
  manifest: Manifest
  log: Logger
}

/**
 * Creates the handler that renders pages: guard, loaders, action, HTML, JSON (design.md, "Life of a
 * request"). Renders to one string, so that an error can still set the status.
 */
export function createPageHandler(deps: PageDeps): RequestHandler {
  provideLazyParts()
  const handler = createStaticHandler(routes)
  const { settings, manifest, log } = deps
  const memory = new BodyMemory(sizeLimits.allForms)
  const queue = new FormQueue(sizeLimits.formsUnderWay, sizeLimits.smallForm)
  const listProviders = createProviderList(deps)
  const consoleFacts = {
    jobTitle: settings.jobTitle,
    organisation: settings.organisation,
    enforcePermissions: settings.enforcePermissions,
    google: settings.googleClientId !== null,
    passkeys: canHavePasskeys(settings.domain),
    origin: settings.publicOrigin,
  }

  return async (req, res) => {
    const visitor: Visitor | null = res.locals['visitor']
    const requestId: string = res.locals['requestId']
    const isForm = req.method === 'POST'
    const redirectUrl = getRedirect(visitor !== null, req.originalUrl)
    if (redirectUrl && !(isForm && visitor)) return redirectPage(res, isForm, redirectUrl)

    const facts = visitor
      ? consoleFacts
      : { ...consoleFacts, providers: await listProviders(requestId) }
    const credentials = getPlatformCredentials(res)
    const body = memory.open(res)
    const upload = visitor && createFormUpload({ upstream: deps.upstream, asked: credentials })
    const { request, refusal: rejection } = await createWebRequest(req, settings.publicOrigin, {
      upload,
      onUpload: () => allowSlowBody(res),
      limit: visitor ? sizeLimits.form : sizeLimits.openBody,
      take: body.take,
    })
    await queue.enter(body.size(), res)
    // A body that came too late was already rejected (`incomingBodies.ts`).
    if (res.headersSent || res.closed) return
    const disconnect = new AbortController()
    res.once('close', () => {
      if (!res.writableFinished) disconnect.abort()
    })
    const { api, needsStepUp } = watchForStepUp(
      createServerApi({ upstream: deps.upstream, credentials, signal: disconnect.signal }),
    )
    const confirmedForm = isForm && visitor && !rejection ? await request.clone().formData() : null
    const confirmation = { api, form: confirmedForm ?? new FormData(), url: req.originalUrl }
    const input: Omit<ConsoleInput, 'passwordForm'> = {
      session: {
        authenticated: visitor !== null,
        user: null,
        permissions: [],
        ...(visitor ? {} : readSecondFactor(req)),
      },
      notifications: await loadFlashNotifications(
        request,
        rejection,
        visitor && api,
        readFlash(req, res, settings),
      ),
      ...readOpenMenuGroups(req),
    }
    const actors = startActors(input, createPageEffects(deps, req, res))
    try {
      const context = new RouterContextProvider()
      context.set(apiContext, api)
      context.set(actorsContext, actors)
      context.set(factsContext, facts)
      context.set(notifyContext, setFlash(res, settings))

      // Rendering needs the user. Loading needs the user first only if permissions decide what may
      // load.
      const user = visitor ? loadUserIntoSession(api, actors, log) : Promise.resolve(null)
      context.set(timeZoneContext, async () => {
        await user
        return getTimeZone(actors.session.getSnapshot())
      })
      if (settings.enforcePermissions) context.set(userFailureContext, await user)
      const rejectedStepUp = confirmedForm && (await confirmFormStepUp(confirmedForm, api))
      if (rejectedStepUp) {
        res.locals['route'] = getRoutePattern(req.path)
        return await sendStepUpPage(res, confirmation, rejectedStepUp)
      }
      const passwordResult = await handlePasswordForm(request, api, visitor)
      if (passwordResult?.failure) {
        input.notifications.push(passwordResult.failure)
        actors.notifications.send({
          type: 'notification.show',
          notification: passwordResult.failure,
        })
      }
      const [result] = await Promise.all([
        handler.query(passwordResult ? new Request(request.url) : request, {
          requestContext: context,
        }),
        user,
      ])
      if (disconnect.signal.aborted) return
      if (credentials.isSignedOut()) return redirectPage(res, isForm, '/')
      if (isForm && needsStepUp()) {
        res.locals['route'] = getRoutePattern(req.path)
        return await sendStepUpPage(res, confirmation, null)
      }
      if (passwordResult?.changed)
        return redirectPage(res, isForm, buildPasswordChangedUrl(req.originalUrl))
      if (result instanceof Response)
        return redirectPage(res, isForm, result.headers.get('location') ?? '/')

      if (result.errors)
        result.errors = sanitizeErrors(result.errors, requestId, (cause) =>
          log.error({ err: cause, requestId }, 'page'),
        )
      const session = actors.session.getSnapshot()
      const { user: signedIn, permissions } = session.context
      const passwordForm = getPasswordFormInput(req.originalUrl, passwordResult)
      const hydration = {
        facts,
        input: {
          ...input,
          passwordForm,
          session: {
            authenticated: input.session.authenticated,
            user: signedIn,
            permissions,
            ...getSecondFactorInput(session),
          },
        },
        router: {
          loaderData: result.loaderData,
          actionData: result.actionData,
          errors: result.errors,
        },
      }
      const router = createStaticRouter(buildRouteBranch(result), result)
      const markup = renderToString(
        <App {...{ actors, facts, api, passwordForm }}>
          <StaticRouterProvider router={router} context={result} hydrate={false} />
        </App>,
      )
      const { title, pattern } = getPageInfo(result)
      const chunks = listChunkSources(getCurrentRoute(result.matches.map(({ route }) => route)))
      res.locals['route'] = pattern
      for (const headers of Object.values(result.actionHeaders)) {
        const retryAfter = headers.get('retry-after')
        if (retryAfter) res.set('Retry-After', retryAfter)
      }
      if (passwordResult?.retryAfter) res.set('Retry-After', String(passwordResult.retryAfter))
      const nonce: string = res.locals['nonce']
      const documentParts = { title, markup, hydration, manifest, chunks, nonce }
      const frames = canContainGiftCardFrames(req.path)
      const { [stylesheetCookieName]: cachedStyle }: Record<string, unknown> = req.cookies
      const isStyleCached = cachedStyle === manifest.style
      const html = buildHtmlDocument({ ...documentParts, isStyleCached, frames })
      const status = result.statusCode === 200 ? (passwordResult?.status ?? 200) : result.statusCode
      res.status(rejection?.status ?? status).type('html')
      await sendCompressed(res, Buffer.from(html))
    } catch (error) {
      if (!disconnect.signal.aborted) throw error
    } finally {
      stopActors(actors)
    }
  }
}

/**
 * Redirects to a path of this console, and to no other URL (http.md "Pages"). The only redirect for
 * pages. After a form, 303 makes the browser use GET.
 */
function redirectPage(res: ExpressResponse, isForm: boolean, location: string): void {
  const path =
    location === '/' || location.startsWith('/?') ? location : (toSafePath(location) ?? '/')
  res.locals['route'] = getRoutePattern(res.req.path)
  res.redirect(isForm ? 303 : 302, path)
}

/**
 * Returns the route pattern of a path, for redirects, which render no page. Most paths are patterns
 * themselves, and matching is slow.
 */
function getRoutePattern(path: string): string {
  const exactRoute = findRoute(path)
  if (exactRoute) return exactRoute.path
  const { handle, path: pattern = '*' } = matchRoutes(routes, path)?.at(-1)?.route ?? {}
  return isRouteHandle(handle) ? handle.route.path : pattern
}

/**
 * Rebuilds only the matched routes, nested in each other, because a router copies every route that
 * it gets.
 */
const buildRouteBranch = ({ matches }: StaticHandlerContext) =>
  matches.reduceRight<RouteObject[]>(
    (children, { route }) => [children.length > 0 ? { ...route, index: false, children } : route],
    [],
  )

function getPageInfo(result: StaticHandlerContext) {
  const { handle, path = '*', id = '' } = result.matches.at(-1)?.route ?? {}
  if (!isRouteHandle(handle)) return { title: buildPageTitle(undefined), pattern: path }
  const title = buildPageTitle(handle.route, getRecordName(result.loaderData[id]))
  return { title, pattern: handle.route.path }
}
