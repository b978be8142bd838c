import express from 'express'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { record, string, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { validateCredentials } from '#shared/areas/signIn/signIn.ts'
import { expireSessionCookies, setSessionCookies } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { ConfirmedSessions } from './confirmedSessions.ts'
import { readDevices, setDevice } from './devices.ts'
import { buildPlatformHeaders } from '../proxy/proxyHeaders.ts'
import type { ConsoleSettings } from '../settings.ts'
import { SignInError } from './signIn.ts'
import type { SignIn } from './signIn.ts'
import type { SignInResult } from './signInAnswer.ts'
import type { SignInClientDetails } from './signInThrottle.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'

type AuthDeps = { settings: ConsoleSettings; upstream: Upstream; signIn: SignIn; log: Logger }
type SignOutDeps = Omit<AuthDeps, 'signIn'> & { sessions: ConfirmedSessions }

const revokeTimeoutMs = 2000

const CredentialsBody = type({ email: string(), password: string() })
const GooglePayload = record(string(), unknown())

const jsonBody = express.json({ limit: sizeLimits.openBody, inflate: false })

/** Handles `POST /api/auth/login` (http.md "Sign-in"). */
export const createSignInHandlers = ({ settings, signIn }: AuthDeps): RequestHandler[] => [
  jsonBody,
  async (req, res) => {
    res.locals['route'] = `/api${platformPaths.login}`
    const body: unknown = req.body
    const credentials = is(body, CredentialsBody) ? body : { email: '', password: '' }
    const fields = validateCredentials({
      email: credentials.email.trim(),
      password: credentials.password,
    })
    if (Object.keys(fields).length > 0)
      return sendProblem(res, {
        status: 422,
        code: 'invalid',
        detail: rejectionMessages.notValid,
        fields,
      })
    await sendSignInAnswer(req, res, settings, () =>
      signIn.signIn(
        { email: credentials.email.trim(), password: credentials.password },
        getSignInClientDetails(req, res),
      ),
    )
  },
]

/** Handles `POST /api/superAdmin/auth/google`. */
export const createGoogleSignInHandlers = ({ settings, signIn }: AuthDeps): RequestHandler[] => [
  jsonBody,
  async (req, res) => {
    res.locals['route'] = `/api${platformPaths.google}`
    const payload: unknown = req.body
    if (!is(payload, GooglePayload))
      return sendProblem(res, {
        status: 422,
        code: 'invalid',
        detail: rejectionMessages.notCredentials,
      })
    await sendSignInAnswer(req, res, settings, () =>
      signIn.signInWithGoogle(payload, getSignInClientDetails(req, res)),
    )
  },
]

/**
 * Handles `POST /api/auth/logout`: always signs out here, and on the platform if it responds in
 * time.
 */
export const createSignOutHandler =
  (deps: SignOutDeps): RequestHandler =>
  async (_req, res) => {
    res.locals['route'] = `/api${sessionPaths.logout}`
    await revokeSession(deps, res)
    res.status(204).end()
  }

/** Handles the pages' form `POST /logout`, which works without JavaScript. */
export const createSignOutFormHandler =
  (deps: SignOutDeps): RequestHandler =>
  async (_req, res) => {
    res.locals['route'] = '/logout'
    await revokeSession(deps, res)
    res.redirect(303, withFlash('/', { notice: 'signed-out' }))
  }

export const getSignInClientDetails = (req: Request, res: Response): SignInClientDetails => ({
  address: req.ip ?? '',
  requestId: String(res.locals['requestId']),
  agent: req.get('user-agent'),
  devices: readDevices(req),
})

async function sendSignInAnswer(
  req: Request,
  res: Response,
  settings: ConsoleSettings,
  requestSignIn: () => Promise<SignInResult>,
): Promise<void> {
  try {
    const { session, user, permissions, device } = await requestSignIn()
    setSessionCookies(res, settings, session)
    if (device !== undefined) setDevice(req, res, settings, device)
    res.json({ user, permissions })
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    const { code, retryAfter } = error
    sendProblem(res, {
      code,
      ...signInRejections[code](retryAfter ?? 1),
      ...(retryAfter && { retryAfter }),
    })
  }
}
const signInRejections = {
  refused: () => ({ status: 401, detail: signInMessages.refused }),
  throttled: (seconds: number) => ({ status: 429, detail: signInMessages.throttled(seconds) }),
  unreachable: () => ({ status: 502, detail: signInMessages.unreachable }),
  timeout: () => ({ status: 504, detail: signInMessages.unreachable }),
  busy: () => ({ status: 503, detail: signInMessages.unreachable }),
}

async function revokeSession(
  { settings, upstream, sessions, log }: SignOutDeps,
  res: Response,
): Promise<void> {
  expireSessionCookies(res, settings)
  // Drafts and visited pages must not outlive the session, also without the page's script.
  res.set('Clear-Site-Data', '"storage"')
  const visitor: Visitor | null = res.locals['visitor']
  if (!visitor) return
  // The session's end ends its view of another account, too.
  const session = { ...visitor, token: visitor.sessionToken ?? visitor.token }
  sessions.delete(visitor.token)
  sessions.delete(session.token)
  const requestId = String(res.locals['requestId'])
  try {
    await upstream.send({
      method: 'POST',
      path: sessionPaths.logout,
      headers: buildPlatformHeaders(session, settings, { requestId }),
      signal: AbortSignal.timeout(revokeTimeoutMs),
    })
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.warn({ requestId, code: error.code }, 'The sign-out request to the platform failed')
  }
}
