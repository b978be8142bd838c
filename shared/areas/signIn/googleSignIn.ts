import { size, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { safePath } from '#shared/navigation/guard.ts'
import { googleMessages } from './signInMessages.ts'

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
export type GoogleFailureCode = keyof typeof googleMessages.failures

const failureParam = 'failure'
const failures: Record<string, string> = googleMessages.failures

/** The sign-in page that says so, and still knows where the visitor wanted to go. */
export function googleFailurePath(code: GoogleFailureCode, next: string | null): string {
  const kept = signInSearch(next)
  return `/${kept}${kept ? '&' : '?'}${failureParam}=${code}`
}

/** What the sign-in page says at this address (`?failure=`); undefined when there is nothing, or nothing known, to say. */
export function googleFailureText(params: URLSearchParams): string | undefined {
  const code = params.get(failureParam) ?? ''
  return Object.hasOwn(failures, code) ? failures[code] : undefined
}

/** The query of a sign-in page: where to after it, if anywhere, and no outcome of an earlier try. */
export function signInSearch(next: string | null): string {
  const path = safePath(next)
  return path === null ? '' : `?next=${encodeURIComponent(path)}`
}
