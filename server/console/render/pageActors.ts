import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import type { startActors } from '#client/app.tsx'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadUserDetails } from '#shared/engine/platformCalls.ts'
import { expireSessionCookies } from '../signIn/cookies.ts'
import { getSignInClientDetails, startSession } from '../signIn/authRoutes.ts'
import type { SessionDeps } from '../signIn/authRoutes.ts'
import {
  clearFactorDemand,
  readFactorDemand,
  readPasskeyChallenge,
  setFactorDemand,
  toSecondFactorStep,
} from '../signIn/factorCookie.ts'
import { SecondFactorError, SignInError } from '../signIn/signIn.ts'
import type { SignIn } from '../signIn/signIn.ts'
import type { SignInResult } from '../signIn/signInAnswer.ts'
import type { FactorProof } from '#machines/session.ts'

/**
 * Loads the signed-in user. A failure only leaves the page without user and permissions. The API
 * handles a 401.
 */
export async function loadUserIntoSession(
  api: Api,
  actors: ReturnType<typeof startActors>,
  log: Logger,
): Promise<ApiError | null> {
  try {
    const { user, permissions } = await loadUserDetails(api)
    actors.session.send({ type: 'user.loaded', user, permissions })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.warn({ status: error.status, code: error.problem.code }, "couldn't load the signed-in user")
    return error
  }
}

/** Creates the effects that the machines run on the server while it renders one page. */
export function createPageEffects(
  deps: SessionDeps & { signIn: SignIn },
  req: Request,
  res: Response,
) {
  const { signIn, settings } = deps
  // The cookie of the page's own request, or that of a password which this page has just submitted.
  let demand = readFactorDemand(req)
  const start = async (result: SignInResult) => {
    await startSession(req, res, deps, result)
    return { user: result.user, permissions: result.permissions }
  }
  return {
    async logIn(credentials: { email: string; password: string }) {
      try {
        return start(await signIn.signIn(credentials, getSignInClientDetails(req, res)))
      } catch (error) {
        if (!(error instanceof SecondFactorError)) throw error
        ;({ demand } = error)
        setFactorDemand(res, settings, demand)
        return { secondFactor: toSecondFactorStep(demand) }
      }
    },
    async confirmFactor(proof: FactorProof) {
      if (!demand) throw new SignInError('challenge_expired')
      try {
        const client = getSignInClientDetails(req, res)
        return start(await signIn.confirmFactor(demand.challenge, proof, client))
      } catch (error) {
        if (error instanceof SignInError && error.code === 'challenge_expired')
          clearFactorDemand(res, settings)
        throw error
      }
    },
    async signInWithPasskey(response: object) {
      const client = getSignInClientDetails(req, res)
      return start(await signIn.signInWithPasskey(readPasskeyChallenge(req), response, client))
    },
    cancelFactor: async () => clearFactorDemand(res, settings),
    clearSession: async () => expireSessionCookies(res, settings),
    reload: () => undefined,
  }
}
