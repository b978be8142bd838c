import type { Request, RequestHandler, Response } from 'express'
import { number, type } from 'superstruct'
import { ApiFailure } from '#shared/engine/api.ts'
import { platformPaths } from '#shared/engine/platformCalls.ts'
import { is } from '#shared/engine/is.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { refuse } from '../edge/problems.ts'
import type { Refusal } from '../edge/problems.ts'
import { isOpenCall, isSafeMethod } from '../edge/writeCheck.ts'
import { inTheirNameOf } from '../proxy/inTheirName.ts'
import type { InTheirName } from '../proxy/inTheirName.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { repeatWhileBusy, usualPace } from '../proxy/repeatWrites.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamFault } from '../proxy/upstreamFault.ts'
import { expireRefusedSession } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { ConfirmedSessions } from './confirmedSessions.ts'
import type { Settings } from '../settings.ts'

type Deps = { settings: Settings; upstream: Upstream; sessions: ConfirmedSessions }

const signedOut = { status: 401, code: 'signed_out', detail: rejectionMessages.signedOut }

/** Lets a visitor pass whose session the platform confirms. Nothing of the body is read before. */
export const confirmSession = (deps: Deps): RequestHandler => createGuard(deps, refuse)

/** The same for writes to `/api`, except those that need no session, and for reads that need one. */
export function confirmApiCalls(deps: Deps): RequestHandler {
  const guard = confirmSession(deps)
  return (req, res, next) => {
    if (isDescription(req.url)) {
      if (res.locals['visitor']) return guard(req, res, next)
      return refuse(req, res, signedOut)
    }
    if (isSafeMethod(req.method) || isOpenCall(req.url)) return next()
    guard(req, res, next)
  }
}

/** The platform's description of its calls, in any case that a platform may read over. */
const isDescription = (url: string) => /^\/openapi\.json\/?(\?|$)/i.test(url)

/** The same for forms of pages: visitors whose session ended are led to the sign-in page. */
export function confirmForms(deps: Deps): RequestHandler {
  const guard = createGuard(deps, (req, res, refusal) => {
    if (refusal.status === 401) res.redirect(303, '/')
    else refuse(req, res, refusal)
  })
  return (req, res, next) => (isSafeMethod(req.method) ? next() : guard(req, res, next))
}

/** Leads visitors without a session to the sign-in page, before the body of a form is read. */
export const requireSignIn =
  (route: string): RequestHandler =>
  (_req, res, next) => {
    res.locals['route'] = route
    if (res.locals['visitor']) next()
    else res.redirect(303, '/')
  }

function createGuard(
  { settings, upstream, sessions }: Deps,
  reject: (req: Request, res: Response, refusal: Refusal) => void,
): RequestHandler {
  return async (req, res, next) => {
    const visitor: Visitor | null = res.locals['visitor']
    if (!visitor) return next()
    const asked = inTheirNameOf(res)
    const refusal = await sessions.confirm(visitor.token, () => askPlatform(upstream, asked))
    // Its body came too late, or the client left.
    if (res.headersSent || res.destroyed) return
    if (refusal === null) return next()
    // The call that asked may have been another one's.
    if (refusal.status === 401) expireRefusedSession(res, settings)
    reject(req, res, refusal)
  }
}

const Account = type({ user: type({ sIdentifier: number() }) })

/** Asks the platform who this is. Null: an operator. Any other answer than an account's is a failure of the platform. */
async function askPlatform(upstream: Upstream, asked: InTheirName): Promise<Refusal | null> {
  try {
    const api = createServerApi({ upstream, asked })
    const { body } = await repeatWhileBusy(
      () => api.send({ method: 'GET', path: platformPaths.details }),
      usualPace,
    )
    return is(body, Account) && body.user.sIdentifier !== operatorIdentifier ? signedOut : null
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return toRefusal(error)
  }
}

function toRefusal({ status, retryAfter }: ApiFailure): Refusal {
  if (status === 401) return signedOut
  const isBusy = status === 429 || status === 503
  const code = isBusy
    ? 'busy'
    : status === 504
      ? 'timeout'
      : status === 502
        ? 'unreachable'
        : 'bad_answer'
  const { refusal } = new UpstreamFault(code)
  return isBusy && retryAfter !== undefined ? { ...refusal, retryAfter } : refusal
}
