import { ApiError, parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { platformPaths, UserDetails } from '#shared/engine/platformCalls.ts'
import type { Effects } from './actors.ts'

/** Creates the machines' effects for a browser. */
export function createBrowserEffects(api: Api): Effects {
  return {
    async logIn(credentials) {
      try {
        const { body } = await api.send({
          method: 'POST',
          path: platformPaths.login,
          body: credentials,
        })
        return parseResponse(UserDetails, body)
      } catch (error) {
        throw toSignInFailure(error)
      }
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

/** Converts a failed call to the session machine's `SignInFailure`. */
function toSignInFailure(error: unknown): { code: string; retryAfter?: number } {
  if (!(error instanceof ApiError)) return { code: 'internal' }
  const { problem, retryAfter } = error
  return { code: problem.code, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
