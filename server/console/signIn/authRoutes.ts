import express from 'express'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { record, string, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { withNotice } from '#shared/navigation/notice.ts'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { fieldErrorsOf } from '#shared/areas/signIn/signIn.ts'
import { expireSessionCookies, setSessionCookies } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import type { ConfirmedSessions } from './confirmedSessions.ts'
import { readDevices, setDevice } from './devices.ts'
import { headersFrom } from '../proxy/proxyHeaders.ts'
import type { Settings } from '../settings.ts'
import { SignInFailure } from './signIn.ts'
import type { SignIn } from './signIn.ts'
import type { SignedIn } from './signInAnswer.ts'
import type { Client } from './signInAttempts.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { UpstreamFault } from '../proxy/upstreamFault.ts'

type Deps = { settings: Settings; upstream: Upstream; signIn: SignIn; log: Logger }
type EndDeps = Omit<Deps, 'signIn'> & { sessions: ConfirmedSessions }

const revokeMs = 2000

const CredentialsBody = type({ email: string(), password: string() })
const GooglePayload = record(string(), unknown())

const jsonBody = express.json({ limit: sizeLimits.openBody, inflate: false })

/** `POST /api/auth/login` (http.md "Sign-in"). */
export const logIn = ({ settings, signIn }: Deps): RequestHandler[] => [
  jsonBody,
  async (req, res) => {
    res.locals['route'] = `/api${platformPaths.login}`
    const given: unknown = req.body
    const credentials = is(given, CredentialsBody) ? given : { email: '', password: '' }
    const fields = fieldErrorsOf({
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
    await answerSignIn(req, res, settings, () =>
      signIn.signIn(
        { email: credentials.email.trim(), password: credentials.password },
        clientOf(req, res),
      ),
    )
  },
]

/** `POST /api/superAdmin/auth/google`. */
export const logInWithGoogle = ({ settings, signIn }: Deps): RequestHandler[] => [
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
    await answerSignIn(req, res, settings, () =>
      signIn.signInWithGoogle(payload, clientOf(req, res)),
    )
  },
]

/** `POST /api/auth/logout`: signed out here in any case, and on the platform if it answers in time. */
export const logOut =
  (deps: EndDeps): RequestHandler =>
  async (_req, res) => {
    res.locals['route'] = `/api${sessionPaths.logout}`
    await endSession(deps, res)
    res.status(204).end()
  }

/** The form `POST /logout` of pages, which works without JavaScript. */
export const logOutForm =
  (deps: EndDeps): RequestHandler =>
  async (_req, res) => {
    res.locals['route'] = '/logout'
    await endSession(deps, res)
    res.redirect(303, withNotice('/', { notice: 'signed-out' }))
  }

export const clientOf = (req: Request, res: Response): Client => ({
  address: req.ip ?? '',
  requestId: String(res.locals['requestId']),
  agent: req.get('user-agent'),
  devices: readDevices(req),
})

async function answerSignIn(
  req: Request,
  res: Response,
  settings: Settings,
  ask: () => Promise<SignedIn>,
): Promise<void> {
  try {
    const { session, user, permissions, device } = await ask()
    setSessionCookies(res, settings, session)
    if (device !== undefined) setDevice(req, res, settings, device)
    res.json({ user, permissions })
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    const { code, retryAfter } = error
    sendProblem(res, { code, ...sayings[code](retryAfter ?? 1), ...(retryAfter && { retryAfter }) })
  }
}

const say = signInMessages
const sayings = {
  refused: () => ({ status: 401, detail: say.refused }),
  throttled: (seconds: number) => ({ status: 429, detail: say.throttled(seconds) }),
  unreachable: () => ({ status: 502, detail: say.unreachable }),
  timeout: () => ({ status: 504, detail: say.unreachable }),
  busy: () => ({ status: 503, detail: say.unreachable }),
}

async function endSession(
  { settings, upstream, sessions, log }: EndDeps,
  res: Response,
): Promise<void> {
  expireSessionCookies(res, settings)
  const visitor: Visitor | null = res.locals['visitor']
  if (!visitor) return
  sessions.delete(visitor.token)
  const requestId = String(res.locals['requestId'])
  try {
    await upstream.send({
      method: 'POST',
      path: sessionPaths.logout,
      headers: headersFrom(visitor, settings, { requestId }),
      signal: AbortSignal.timeout(revokeMs),
    })
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    log.warn({ requestId, code: error.code }, "the platform didn't receive a sign-out")
  }
}
