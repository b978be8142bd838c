import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import type { startActors } from '#client/app.tsx'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadUserDetails } from '#shared/engine/platformCalls.ts'
import { expireSessionCookies, setSessionCookies } from '../signIn/cookies.ts'
import type { ConsoleSettings } from '../settings.ts'
import { setDevice } from '../signIn/devices.ts'
import { getSignInClientDetails } from '../signIn/authRoutes.ts'
import type { SignIn } from '../signIn/signIn.ts'

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
  { signIn, settings }: { signIn: SignIn; settings: ConsoleSettings },
  req: Request,
  res: Response,
) {
  return {
    async logIn(credentials: { email: string; password: string }) {
      const client = getSignInClientDetails(req, res)
      const { session, user, permissions, device } = await signIn.signIn(credentials, client)
      setSessionCookies(res, settings, session)
      if (device !== undefined) setDevice(req, res, settings, device)
      return { user, permissions }
    },
    clearSession: async () => expireSessionCookies(res, settings),
    reload: () => undefined,
  }
}
