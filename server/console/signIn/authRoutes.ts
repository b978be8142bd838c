import express from 'express'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { enums, object, record, string, type, union, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { factorSignInMessages } from '#shared/areas/signIn/secondFactorMessages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { secondFactorRequired } from '#shared/engine/secondFactor.ts'
import type { SecondFactorDemand } from '#shared/engine/secondFactor.ts'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { validateCredentials } from '#shared/areas/signIn/signIn.ts'
import { expireSessionCookies, setSessionCookies } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { ConfirmedSessions } from './confirmedSessions.ts'
import { readDevices, setDevice } from './devices.ts'
import { buildPlatformHeaders } from '../proxy/proxyHeaders.ts'
import type { ConsoleSettings } from '../settings.ts'
import {
  clearFactorDemand,
  clearPasskeyChallenge,
  readFactorDemand,
  readPasskeyChallenge,
  setFactorDemand,
  setPasskeyChallenge,
  toSecondFactorStep,
} from './factorCookie.ts'
import { SecondFactorError, SignInError } from './signIn.ts'
import type { SignIn } from './signIn.ts'
import type { SignInResult } from './signInAnswer.ts'
import type { SignInClientDetails } from './signInThrottle.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'

type AuthDeps = { settings: ConsoleSettings; upstream: Upstream; signIn: SignIn; log: Logger }
/** What starting and ending sessions needs. */
export type SessionDeps = Pick<AuthDeps, 'settings' | 'upstream' | 'log'>
type SignOutDeps = Omit<AuthDeps, 'signIn'> & { sessions: ConfirmedSessions }

const revokeTimeoutMs = 2000

const CredentialsBody = type({ email: string(), password: string() })
const GooglePayload = record(string(), unknown())

const jsonBody = express.json({ limit: sizeLimits.openBody, inflate: false })

/** Handles `POST /api/auth/login` (http.md "Sign-in"). */
export const createSignInHandlers = (deps: AuthDeps): RequestHandler[] => [
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
    await sendSignInAnswer(req, res, deps, () =>
      deps.signIn.signIn(
        { email: credentials.email.trim(), password: credentials.password },
        getSignInClientDetails(req, res),
      ),
    )
  },
]

/** Handles `POST /api/superAdmin/auth/google`. */
export const createGoogleSignInHandlers = (deps: AuthDeps): RequestHandler[] => [
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
    await sendSignInAnswer(req, res, deps, () =>
      deps.signIn.signInWithGoogle(payload, getSignInClientDetails(req, res)),
    )
  },
]

const FactorBody = union([
  type({ method: enums(['totp', 'recovery']), code: string() }),
  type({ method: enums(['passkey']), response: object() }),
])

/** Handles `POST /api/auth/secondFactor`, which completes the sign-in that this browser began. */
export const createFactorHandlers = (deps: AuthDeps): RequestHandler[] => [
  jsonBody,
  async (req, res) => {
    res.locals['route'] = `/api${sessionPaths.secondFactor}`
    const proof: unknown = req.body
    if (!is(proof, FactorBody))
      return sendProblem(res, {
        status: 422,
        code: 'invalid',
        detail: rejectionMessages.notCredentials,
      })
    const demand = readFactorDemand(req)
    if (!demand) return sendSignInError(res, deps.settings, new SignInError('challenge_expired'))
    await sendSignInAnswer(req, res, deps, () =>
      deps.signIn.confirmFactor(demand.challenge, proof, getSignInClientDetails(req, res)),
    )
  },
]

/** Handles `POST /api/auth/secondFactor/cancel`: forgets the sign-in that this browser began. */
export const createCancelFactorHandler =
  ({ settings }: Pick<AuthDeps, 'settings'>): RequestHandler =>
  (_req, res) => {
    res.locals['route'] = `/api${sessionPaths.cancelFactor}`
    clearFactorDemand(res, settings)
    res.status(204).end()
  }

/** Handles `POST /api/auth/passkey/options`: a challenge for any passkey of this console. */
export const createPasskeyOptionsHandler =
  ({ settings, signIn }: AuthDeps): RequestHandler =>
  async (req, res) => {
    res.locals['route'] = `/api${sessionPaths.passkeyOptions}`
    try {
      const { challenge, options } = await signIn.createPasskeyChallenge(
        getSignInClientDetails(req, res),
      )
      setPasskeyChallenge(res, settings, challenge)
      res.json({ options })
    } catch (error) {
      sendSignInError(res, settings, error)
    }
  }

const PasskeyBody = type({ response: object() })

/** Handles `POST /api/auth/passkey`, which signs in with a passkey alone. */
export const createPasskeyHandlers = (deps: AuthDeps): RequestHandler[] => [
  jsonBody,
  async (req, res) => {
    res.locals['route'] = `/api${sessionPaths.passkey}`
    const body: unknown = req.body
    const challenge = readPasskeyChallenge(req)
    if (!is(body, PasskeyBody) || challenge === '')
      return sendSignInError(res, deps.settings, new SignInError('challenge_expired'))
    await sendSignInAnswer(req, res, deps, () =>
      deps.signIn.signInWithPasskey(challenge, body.response, getSignInClientDetails(req, res)),
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
  deps: SessionDeps,
  requestSignIn: () => Promise<SignInResult>,
): Promise<void> {
  const { settings } = deps
  try {
    const result = await requestSignIn()
    await startSession(req, res, deps, result)
    const { user, permissions } = result
    res.json({ user, permissions })
  } catch (error) {
    if (error instanceof SecondFactorError) return sendFactorDemand(res, settings, error.demand)
    sendSignInError(res, settings, error)
  }
}

/**
 * Sets the cookies of a new session, and clears those of the sign-in. Ends the session that this
 * browser had before, on the platform too.
 */
export async function startSession(
  req: Request,
  res: Response,
  deps: SessionDeps,
  { session, device }: SignInResult,
): Promise<void> {
  const { settings } = deps
  const previous: Visitor | null = res.locals['visitor']
  setSessionCookies(res, settings, session)
  if (device !== undefined) setDevice(req, res, settings, device)
  if (readFactorDemand(req)) clearFactorDemand(res, settings)
  if (readPasskeyChallenge(req)) clearPasskeyChallenge(res, settings)
  if (previous && previous.token !== session.token) await sendSignOut(deps, res, previous)
}

/** Answers a correct password: the challenge goes into a cookie, the rest to the page. */
function sendFactorDemand(
  res: Response,
  settings: ConsoleSettings,
  demand: SecondFactorDemand,
): void {
  setFactorDemand(res, settings, demand)
  sendProblem(res, {
    status: 401,
    code: secondFactorRequired,
    detail: factorSignInMessages.secondFactor,
    secondFactor: toSecondFactorStep(demand),
  })
}

function sendSignInError(res: Response, settings: ConsoleSettings, error: unknown): void {
  if (!(error instanceof SignInError)) throw error
  const { code, retryAfter } = error
  if (code === 'challenge_expired') clearFactorDemand(res, settings)
  sendProblem(res, {
    code,
    ...signInRejections[code](retryAfter ?? 1),
    ...(retryAfter && { retryAfter }),
  })
}

const signInRejections = {
  refused: () => ({ status: 401, detail: signInMessages.refused }),
  wrong_factor: () => ({ status: 401, detail: factorSignInMessages.wrongFactor }),
  challenge_expired: () => ({ status: 401, detail: signInMessages.expired }),
  not_offered: () => ({ status: 404, detail: factorSignInMessages.noPasskeys }),
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
  await sendSignOut({ settings, upstream, log }, res, session)
}

/** Ends a session on the platform, if it responds in time. */
async function sendSignOut(
  { settings, upstream, log }: SessionDeps,
  res: Response,
  session: Visitor,
): Promise<void> {
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
