import { size, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { toSafePath } from '#shared/navigation/guard.ts'
import { googleSignInMessages } from './signInMessages.ts'

/** Whether a URL's host name is this machine, where plain http is no risk. */
export const isLoopback = (host: string): boolean =>
  host === '[::1]' || /^127(\.\d+){3}$/.test(host) || /^(.+\.)?localhost$/.test(host)

/**
 * The console's two paths of the flow: the button posts to the first, Google redirects to the
 * second.
 */
export const googlePaths = { start: '/auth/google', callback: '/auth/google/callback' } as const

/** The issuer of the tokens, unless `GOOGLE_ISSUER` names another OpenID provider. */
export const defaultIssuer = 'https://accounts.google.com'

/** Whether a URL can be trusted as an issuer: https, or plain http on this machine. */
export function isTrustedIssuerUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || /[?#]/.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * The body that the console posts to `/superAdmin/auth/google`. spec.md section 7 leaves its shape
 * open.
 */
export const GoogleSignIn = type({
  idToken: size(string(), 1, 8192),
  nonce: size(string(), 22, 128),
})
export type GoogleSignIn = Infer<typeof GoogleSignIn>

/** Why a flow ended without a sign-in. `refused` doesn't reveal what is wrong with the account. */
export type GoogleFailureCode = keyof typeof googleSignInMessages.failures

/** The parameter of the sign-in page that says why a sign-in at another site failed. */
export const failureParam = 'failure'
const googleFailures: Record<string, string> = googleSignInMessages.failures

/**
 * Builds the sign-in page's path that shows this failure and keeps the page that the visitor
 * requested.
 */
export function buildGoogleFailurePath(code: GoogleFailureCode, next: string | null): string {
  const search = buildSignInSearch(next)
  return `/${search}${search ? '&' : '?'}${failureParam}=${code}`
}

/**
 * Returns the sign-in page's message for `?failure=`, or undefined if the code is missing or
 * unknown.
 */
export function getGoogleFailureMessage(params: URLSearchParams): string | undefined {
  const code = params.get(failureParam) ?? ''
  return Object.hasOwn(googleFailures, code) ? googleFailures[code] : undefined
}

/**
 * Builds the sign-in page's query: the page to open afterward, if any, without an earlier failure.
 */
export function buildSignInSearch(next: string | null): string {
  const path = toSafePath(next)
  return path === null ? '' : `?next=${encodeURIComponent(path)}`
}
