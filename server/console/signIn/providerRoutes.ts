import express from 'express'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { Logger } from 'pino'
import { nullable, number, size, string, type } from 'superstruct'
import { buildSignInSearch } from '#shared/areas/signIn/googleSignIn.ts'
import { isProviderFailure } from '#shared/areas/signIn/providerFailureMessages.ts'
import type { ProviderFailure } from '#shared/areas/signIn/providerFailureMessages.ts'
import {
  buildProviderFailurePath,
  providerCallbackPath,
  providerCalls,
} from '#shared/areas/signIn/providerPaths.ts'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { is } from '#shared/engine/is.ts'
import { homePath, toSafePath } from '#shared/navigation/guard.ts'
import { sendRedirectPage } from '../edge/crossSiteLanding.ts'
import { buildPlatformHeaders } from '../proxy/proxyHeaders.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'
import type { ConsoleSettings } from '../settings.ts'
import { getSignInClientDetails, startSession } from './authRoutes.ts'
import type { Visitor } from './cookies.ts'
import { setFactorDemand } from './factorCookie.ts'
import { createFlowCookie } from './flowCookie.ts'
import { SecondFactorError, SignInError } from './signIn.ts'
import type { SignIn, SignInErrorCode } from './signIn.ts'
import { parseAnswerJson } from './signInAnswer.ts'

type ProviderRouteDeps = {
  settings: ConsoleSettings
  upstream: Upstream
  signIn: SignIn
  log: Logger
}

const ProviderFlow = type({
  browser: size(string(), 22, 128),
  next: nullable(string()),
  /** The provider under test; null for a real sign-in. */
  test: nullable(number()),
})
const flowCookie = createFlowCookie(
  { name: 'providerFlow', path: providerCallbackPath },
  ProviderFlow,
)

/**
 * Creates the routes of sign-ins at OpenID providers, which work without JavaScript. The platform
 * has the client secret, so it builds the request and reads the answer.
 */
export function createProviderRoutes(deps: ProviderRouteDeps): RequestHandler {
  const router: Router = express.Router()
  const { settings } = deps

  router.post('/auth/providers/:id', async (req, res) => {
    res.locals['route'] = '/auth/providers/:id'
    const next = toSafePath(getCallbackUrl(req, deps).searchParams.get('next'))
    const path = providerCalls.start.replace(':id', encodeURIComponent(req.params.id))
    const started = await requestSignIn(path, req, res, { ...deps, visitor: null })
    if ('failure' in started)
      return res.redirect(303, buildProviderFailurePath(started.failure, next))
    flowCookie.save(res, settings, { browser: started.browser, next, test: null })
    sendRedirectPage(res, started.url)
  })

  router.post('/auth/providers/:id/test', async (req, res) => {
    res.locals['route'] = '/auth/providers/:id/test'
    const visitor: Visitor | null = res.locals['visitor']
    const id = Number(req.params.id)
    const path = providerCalls.test.replace(':id', encodeURIComponent(req.params.id))
    const started = visitor && (await requestSignIn(path, req, res, { ...deps, visitor }))
    // The panel offers the test only if it can start, and shows why the provider can't be reached.
    if (!started || 'failure' in started) return res.redirect(303, buildTestUrl(id))
    flowCookie.save(res, settings, { browser: started.browser, next: null, test: id })
    sendRedirectPage(res, started.url)
  })

  // Responds with a page that navigates on: a navigation that started on the provider's site sends
  // no Strict cookies.
  router.get(providerCallbackPath, async (req, res) => {
    res.locals['route'] = providerCallbackPath
    const flow = flowCookie.consume(req, res, settings)
    if (!flow) return sendRedirectPage(res, buildProviderFailurePath('expired', null))
    const { browser, test } = flow
    const next = toSafePath(flow.next)
    const answer = { search: getCallbackUrl(req, deps).search, browser }
    if (test !== null) {
      await sendCall(providerCalls.callback, answer, req, res, { ...deps, visitor: null })
      return sendRedirectPage(res, buildTestUrl(test))
    }
    try {
      const client = getSignInClientDetails(req, res)
      const result = await deps.signIn.signInWithProvider(answer, client)
      await startSession(req, res, deps, result)
      sendRedirectPage(res, next ?? homePath)
    } catch (error) {
      if (error instanceof SecondFactorError) {
        setFactorDemand(res, settings, error.demand)
        return sendRedirectPage(res, `/${buildSignInSearch(next)}`)
      }
      if (!(error instanceof SignInError)) throw error
      const { code, reason } = error
      const failure = isProviderFailure(reason) ? reason : failureByCode[code]
      sendRedirectPage(res, buildProviderFailurePath(failure, next))
    }
  })
  return router
}

const getCallbackUrl = (req: Request, { settings }: ProviderRouteDeps) =>
  new URL(req.originalUrl, settings.publicOrigin)

const buildTestUrl = (id: number) => `${signInProviders.path}&test=${id}`

const failureByCode: Record<SignInErrorCode, ProviderFailure> = {
  refused: 'unavailable',
  wrong_factor: 'unavailable',
  challenge_expired: 'expired',
  not_offered: 'notActive',
  throttled: 'throttled',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  busy: 'unreachable',
}

type CallDeps = ProviderRouteDeps & { visitor: Visitor | null }

/** Sends a call to the platform; null if it doesn't respond. */
async function sendCall(
  path: string,
  body: object,
  req: Request,
  res: Response,
  { settings, upstream, log, visitor }: CallDeps,
): Promise<{ status: number; body: unknown } | null> {
  const { requestId, address: clientAddress, agent } = getSignInClientDetails(req, res)
  try {
    const answer = await upstream.send({
      method: 'POST',
      path,
      headers: {
        ...buildPlatformHeaders(visitor, settings, { requestId, clientAddress, agent }),
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': requestId,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: parseAnswerJson(answer.body) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.warn({ requestId, code: error.code }, "the platform didn't start a sign-in at a provider")
    return null
  }
}

const Started = type({ url: string(), browser: string() })
const StartProblem = type({ reason: string() })

/** Asks the platform to start a sign-in. Only http URLs are passed on. */
async function requestSignIn(
  path: string,
  req: Request,
  res: Response,
  deps: CallDeps,
): Promise<{ url: string; browser: string } | { failure: ProviderFailure }> {
  const answer = await sendCall(path, {}, req, res, deps)
  if (!answer) return { failure: 'unreachable' }
  const { status, body } = answer
  if (status === 429) return { failure: 'throttled' }
  if (status === 404) return { failure: 'notActive' }
  if (status === 200 && is(body, Started) && /^https?:\/\//.test(body.url)) return body
  const reason = is(body, StartProblem) ? body.reason : undefined
  return { failure: isProviderFailure(reason) ? reason : 'unavailable' }
}
