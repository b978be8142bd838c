import { size, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { toSafePath } from '#shared/navigation/guard.ts'
import { googleSignInMessages } from './signInMessages.ts'

/** Whether a host name, as URLs write it, leads to this very machine: there plain http is no risk. */
export const isLoopback = (host: string): boolean =>
  host === '[::1]' || /^127(\.\d+){3}$/.test(host) || /^(.+\.)?localhost$/.test(host)

/** The console's own two addresses of the flow: the button posts to the first, Google leads back to the second. */
export const googlePaths = { start: '/auth/google', callback: '/auth/google/callback' } as const

/** Who signs the tokens, unless `GOOGLE_ISSUER` names another OpenID provider. */
export const defaultIssuer = 'https://accounts.google.com'

/** An address that may be trusted to say who somebody is: https, or plain http on this machine. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || /[?#]/.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** What the console posts to `/superAdmin/auth/google`; spec.md section 7 leaves the shape open. */
export const GoogleSignIn = type({
  idToken: size(string(), 1, 8192),
  nonce: size(string(), 22, 128),
})
export type GoogleSignIn = Infer<typeof GoogleSignIn>

/** Why a flow ended without a sign-in; `refused` does not say what is wrong with the account. */
export type GoogleFailureCode = keyof typeof googleSignInMessages.failures

const failureParam = 'failure'
const googleFailures: Record<string, string> = googleSignInMessages.failures

/** The sign-in page that says so, and still knows where the visitor wanted to go. */
export function buildGoogleFailurePath(code: GoogleFailureCode, next: string | null): string {
  const kept = buildSignInSearch(next)
  return `/${kept}${kept ? '&' : '?'}${failureParam}=${code}`
}

/** What the sign-in page says at this address (`?failure=`); undefined when there is nothing, or nothing known, to say. */
export function getGoogleFailureMessage(params: URLSearchParams): string | undefined {
  const code = params.get(failureParam) ?? ''
  return Object.hasOwn(googleFailures, code) ? googleFailures[code] : undefined
}

/** The query of a sign-in page: where to after it, if anywhere, and no outcome of an earlier try. */
export function buildSignInSearch(next: string | null): string {
  const path = toSafePath(next)
  return path === null ? '' : `?next=${encodeURIComponent(path)}`
}
