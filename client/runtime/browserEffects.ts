import { ApiError, parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { platformPaths, sessionPaths, UserDetails } from '#shared/engine/platformCalls.ts'
import type { SecondFactor } from '#machines/session.ts'
import type { Struct } from 'superstruct'
import type { Effects } from './actors.ts'

/** Creates the machines' effects for a browser. */
export function createBrowserEffects(api: Api): Effects {
  async function post<T>(struct: Struct<T, unknown>, path: string, body: object): Promise<T> {
    const response = await api.send({ method: 'POST', path, body })
    return parseResponse(struct, response.body)
  }
  async function signIn(path: string, body: object): Promise<UserDetails> {
    try {
      return await post(UserDetails, path, body)
    } catch (error) {
      throw toSignInFailure(error)
    }
  }
  return {
    async logIn(credentials) {
      try {
        return await post(UserDetails, platformPaths.login, credentials)
      } catch (error) {
        const secondFactor = findSecondFactor(error)
        if (secondFactor) return { secondFactor }
        throw toSignInFailure(error)
      }
    },
    confirmFactor: (proof) => signIn(sessionPaths.secondFactor, proof),
    signInWithPasskey: (response) => signIn(sessionPaths.passkey, { response }),
    async cancelFactor() {
      await api.send({ method: 'POST', path: sessionPaths.cancelFactor })
    },
    async clearSession() {
      // Drafts and visited pages are private: the next operator in this tab must not find them.
      sessionStorage.clear()
      // Limited, because the page reloads only afterward.
      await api.send({ method: 'POST', path: '/auth/logout', signal: AbortSignal.timeout(5000) })
    },
    reload: () => window.location.reload(),
  }
}

/** Returns the second step that a rejected sign-in asks for; null if it was rejected without one. */
function findSecondFactor(error: unknown): SecondFactor | null {
  if (!(error instanceof ApiError)) return null
  const step: unknown = Reflect.get(error.problem, 'secondFactor')
  // The console's own server wrote it.
  return typeof step === 'object' ? (step as SecondFactor | null) : null
}

/** Converts a failed call to the session machine's `SignInFailure`. */
function toSignInFailure(error: unknown): { code: string; retryAfter?: number } {
  if (!(error instanceof ApiError)) return { code: 'internal' }
  const { problem, retryAfter } = error
  return { code: problem.code, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
