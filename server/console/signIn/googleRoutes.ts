import express from 'express'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { Logger } from 'pino'
import { googleFailurePath, googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import type { GoogleFailureCode } from '#shared/areas/signIn/googleSignIn.ts'
import { home, safePath } from '#shared/navigation/guard.ts'
import { clientOf } from './authRoutes.ts'
import { setSessionCookies } from './cookies.ts'
import { setDevice } from './devices.ts'
import { sendLanding } from '../edge/crossSiteLanding.ts'
import type { Settings } from '../settings.ts'
import { SignInFailure } from './signIn.ts'
import type { SignIn, SignInFailureCode } from './signIn.ts'
import { keepFlow, takeFlow } from './googleFlow.ts'
import { createGoogleProvider, GoogleFailure } from './googleProvider.ts'

type Deps = { settings: Settings; signIn: SignIn; log: Logger }

/** "Continue with Google" (http.md "Sign-in"), without JavaScript; not there at all without `GOOGLE_CLIENT_ID`. */
export function googleRoutes(deps: Deps): RequestHandler {
  const router: Router = express.Router()
  if (deps.settings.googleClientId === null) return router
  const provider = createGoogleProvider(deps.settings)

  router.post(googlePaths.start, async (req, res) => {
    res.locals['route'] = googlePaths.start
    const next = safePath(addressOf(req, deps).searchParams.get('next'))
    try {
      const { address, secrets } = await provider.begin()
      keepFlow(res, deps.settings, { ...secrets, next })
      res.redirect(303, address.href)
    } catch (error) {
      res.redirect(303, googleFailurePath(codeOf(error, res, deps), next))
    }
  })

  // Answered by a page that navigates on: the way here began on Google's site, where our Strict cookies stay at home.
  router.get(googlePaths.callback, async (req, res) => {
    res.locals['route'] = googlePaths.callback
    const flow = takeFlow(req, res, deps.settings)
    try {
      if (!flow) throw new GoogleFailure('expired', 'cookie')
      const idToken = await provider.finish(addressOf(req, deps), flow)
      const payload = { idToken, nonce: flow.nonce }
      const { session, device } = await deps.signIn.signInWithGoogle(payload, clientOf(req, res))
      setSessionCookies(res, deps.settings, session)
      if (device !== undefined) setDevice(req, res, deps.settings, device)
      sendLanding(res, flow.next ?? home)
    } catch (error) {
      sendLanding(res, googleFailurePath(codeOf(error, res, deps), flow?.next ?? null))
    }
  })
  return router
}

const addressOf = (req: Request, { settings }: Deps) =>
  new URL(req.originalUrl, settings.publicOrigin)

const ofSignIn: Record<SignInFailureCode, GoogleFailureCode> = {
  refused: 'refused',
  throttled: 'throttled',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  busy: 'unreachable',
}

function codeOf(error: unknown, res: Response, { log }: Deps): GoogleFailureCode {
  if (error instanceof SignInFailure) return ofSignIn[error.code]
  if (!(error instanceof GoogleFailure)) throw error
  const { code, reason } = error
  const requestId = String(res.locals['requestId'])
  if (code === 'unavailable') log.warn({ requestId, reason }, 'the sign-in with Google failed')
  return code
}
