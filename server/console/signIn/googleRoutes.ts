import express from 'express'
import type { Request, RequestHandler, Response, Router } from 'express'
import {
  buildGoogleFailurePath,
  buildSignInSearch,
  googlePaths,
} from '#shared/areas/signIn/googleSignIn.ts'
import type { GoogleFailureCode } from '#shared/areas/signIn/googleSignIn.ts'
import { homePath, toSafePath } from '#shared/navigation/guard.ts'
import { getSignInClientDetails, startSession } from './authRoutes.ts'
import type { SessionDeps } from './authRoutes.ts'
import { setFactorDemand } from './factorCookie.ts'
import { sendRedirectPage } from '../edge/crossSiteLanding.ts'
import { SecondFactorError, SignInError } from './signIn.ts'
import type { SignIn, SignInErrorCode } from './signIn.ts'
import { saveFlow, consumeFlow } from './googleFlow.ts'
import { createGoogleProvider, GoogleSignInError } from './googleProvider.ts'

type GoogleRouteDeps = SessionDeps & { signIn: SignIn }

/**
 * Creates the routes of "Continue with Google" (http.md "Sign-in"), which work without JavaScript.
 * Has none without `GOOGLE_CLIENT_ID`.
 */
export function createGoogleRoutes(deps: GoogleRouteDeps): RequestHandler {
  const router: Router = express.Router()
  if (deps.settings.googleClientId === null) return router
  const provider = createGoogleProvider(deps.settings)

  router.post(googlePaths.start, async (req, res) => {
    res.locals['route'] = googlePaths.start
    const next = toSafePath(getRequestUrl(req, deps).searchParams.get('next'))
    try {
      const { address, secrets } = await provider.begin()
      saveFlow(res, deps.settings, { ...secrets, next })
      res.redirect(303, address.href)
    } catch (error) {
      res.redirect(303, buildGoogleFailurePath(toGoogleFailureCode(error, res, deps), next))
    }
  })

  // Responds with a page that navigates on: a navigation that started on Google's site sends no
  // Strict cookies.
  router.get(googlePaths.callback, async (req, res) => {
    res.locals['route'] = googlePaths.callback
    const flow = consumeFlow(req, res, deps.settings)
    try {
      if (!flow) throw new GoogleSignInError('expired', 'cookie')
      const idToken = await provider.finish(getRequestUrl(req, deps), flow)
      const payload = { idToken, nonce: flow.nonce }
      const result = await deps.signIn.signInWithGoogle(payload, getSignInClientDetails(req, res))
      await startSession(req, res, deps, result)
      sendRedirectPage(res, flow.next ?? homePath)
    } catch (error) {
      if (error instanceof SecondFactorError) {
        setFactorDemand(res, deps.settings, error.demand)
        return sendRedirectPage(res, `/${buildSignInSearch(flow?.next ?? null)}`)
      }
      sendRedirectPage(
        res,
        buildGoogleFailurePath(toGoogleFailureCode(error, res, deps), flow?.next ?? null),
      )
    }
  })
  return router
}

const getRequestUrl = (req: Request, { settings }: GoogleRouteDeps) =>
  new URL(req.originalUrl, settings.publicOrigin)

const googleCodeBySignInCode: Record<SignInErrorCode, GoogleFailureCode> = {
  refused: 'refused',
  wrong_factor: 'refused',
  challenge_expired: 'expired',
  not_offered: 'unreachable',
  throttled: 'throttled',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  busy: 'unreachable',
}

function toGoogleFailureCode(
  error: unknown,
  res: Response,
  { log }: GoogleRouteDeps,
): GoogleFailureCode {
  if (error instanceof SignInError) return googleCodeBySignInCode[error.code]
  if (!(error instanceof GoogleSignInError)) throw error
  const { code, reason } = error
  const requestId = String(res.locals['requestId'])
  if (code === 'unavailable') log.warn({ requestId, reason }, 'the sign-in with Google failed')
  return code
}
