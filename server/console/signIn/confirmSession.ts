import type { Request, RequestHandler, Response } from 'express'
import { number, type } from 'superstruct'
import { ApiError } from '#shared/engine/api.ts'
import { platformPaths } from '#shared/engine/platformCalls.ts'
import { is } from '#shared/engine/is.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { rejectRequest } from '../edge/problems.ts'
import type { Rejection } from '../edge/problems.ts'
import { isPublicApiCall, isGetOrHead } from '../edge/writeCheck.ts'
import { getPlatformCredentials } from '../proxy/platformCredentials.ts'
import type { PlatformCredentials } from '../proxy/platformCredentials.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { retryWhileBusy, retryClock } from '../proxy/retryWrites.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'
import { expireRejectedSession } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { ConfirmedSessions } from './confirmedSessions.ts'
import type { ConsoleSettings } from '../settings.ts'

type ConfirmDeps = { settings: ConsoleSettings; upstream: Upstream; sessions: ConfirmedSessions }

const signedOutRejection = { status: 401, code: 'signed_out', detail: rejectionMessages.signedOut }

/** Admits a visitor only if the platform confirms the session, before any of the body is read. */
export const confirmSession = (deps: ConfirmDeps): RequestHandler =>
  createSessionGuard(deps, rejectRequest)

/**
 * Confirms sessions for writes to `/api`, except those that need no session, and for reads that
 * need one.
 */
export function confirmApiSessions(deps: ConfirmDeps): RequestHandler {
  const guard = confirmSession(deps)
  return (req, res, next) => {
    if (isApiDescription(req.url)) {
      if (res.locals['visitor']) return guard(req, res, next)
      return rejectRequest(req, res, signedOutRejection)
    }
    if (isGetOrHead(req.method) || isPublicApiCall(req.url)) return next()
    guard(req, res, next)
  }
}

/**
 * Whether the call is for the platform's API description, in any case that a platform might ignore.
 */
const isApiDescription = (url: string) => /^\/openapi\.json\/?(\?|$)/i.test(url)

/**
 * Confirms sessions for forms of pages, and redirects visitors whose session ended to the sign-in
 * page.
 */
export function confirmFormSessions(deps: ConfirmDeps): RequestHandler {
  const guard = createSessionGuard(deps, (req, res, rejection) => {
    if (rejection.status === 401) res.redirect(303, '/')
    else rejectRequest(req, res, rejection)
  })
  return (req, res, next) => (isGetOrHead(req.method) ? next() : guard(req, res, next))
}

/** Redirects visitors without a session to the sign-in page, before a form's body is read. */
export const redirectSignedOutToSignIn =
  (route: string): RequestHandler =>
  (_req, res, next) => {
    res.locals['route'] = route
    if (res.locals['visitor']) next()
    else res.redirect(303, '/')
  }

function createSessionGuard(
  { settings, upstream, sessions }: ConfirmDeps,
  reject: (req: Request, res: Response, refusal: Rejection) => void,
): RequestHandler {
  return async (req, res, next) => {
    const visitor: Visitor | null = res.locals['visitor']
    if (!visitor) return next()
    const credentials = getPlatformCredentials(res)
    const rejection = await sessions.confirm(visitor.token, () =>
      checkSession(upstream, credentials),
    )
    // The body came too late, or the client left.
    if (res.headersSent || res.destroyed) return
    if (rejection === null) return next()
    // The 401 may belong to another call with the same token, so this response expires its cookies
    // too.
    if (rejection.status === 401) expireRejectedSession(res, settings)
    reject(req, res, rejection)
  }
}

const AccountAnswer = type({ user: type({ sIdentifier: number() }) })

/**
 * Asks the platform whose session this is. Returns null for an operator. A response that isn't an
 * account's counts as a platform error.
 */
async function checkSession(
  upstream: Upstream,
  credentials: PlatformCredentials,
): Promise<Rejection | null> {
  try {
    const api = createServerApi({ upstream, credentials })
    const { body } = await retryWhileBusy(
      () => api.send({ method: 'GET', path: platformPaths.details }),
      retryClock,
    )
    return is(body, AccountAnswer) && body.user.sIdentifier !== operatorIdentifier
      ? signedOutRejection
      : null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return toSessionRejection(error)
  }
}

function toSessionRejection({ status, retryAfter }: ApiError): Rejection {
  if (status === 401) return signedOutRejection
  const isBusy = status === 429 || status === 503
  const code = isBusy
    ? 'busy'
    : status === 504
      ? 'timeout'
      : status === 502
        ? 'unreachable'
        : 'bad_answer'
  const { rejection } = new UpstreamError(code)
  return isBusy && retryAfter !== undefined ? { ...rejection, retryAfter } : rejection
}
