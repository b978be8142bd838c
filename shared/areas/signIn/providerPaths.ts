import { buildSignInSearch, failureParam } from './googleSignIn.ts'
import { isProviderFailure, providerFailures } from './providerFailureMessages.ts'
import type { ProviderFailure } from './providerFailureMessages.ts'

/** The console's path of the button that starts a sign-in at a provider. */
export const buildProviderStartPath = (id: number): string => `/auth/providers/${id}`

/** The console's path of the form that starts a test sign-in. */
export const buildProviderTestPath = (id: number): string => `/auth/providers/${id}/test`

/** The console's path that every provider redirects to. */
export const providerCallbackPath = '/auth/providers/callback'

/** Calls of the reference platform about sign-in providers. Other platforms don't have them. */
export const providerCalls = {
  list: '/auth/providers',
  start: '/auth/providers/:id/start',
  callback: '/auth/providers/callback',
  test: '/signInProviders/:id/testSignIn',
} as const

/** Distinguishes a provider's failures from Google's, which have other texts. */
const failurePrefix = 'provider-'

/** Builds the sign-in page's path that shows this failure and keeps the requested page. */
export function buildProviderFailurePath(code: ProviderFailure, next: string | null): string {
  const search = buildSignInSearch(next)
  return `/${search}${search ? '&' : '?'}${failureParam}=${failurePrefix}${code}`
}

/** Returns the message of a provider's failure in the sign-in page's query, if any. */
export function getProviderFailureMessage(params: URLSearchParams): string | undefined {
  const value = params.get(failureParam) ?? ''
  const code = value.startsWith(failurePrefix) ? value.slice(failurePrefix.length) : ''
  return isProviderFailure(code) ? providerFailures[code] : undefined
}
