import { buildSignInSearch } from './googleSignIn.ts'

/** The parameter of the sign-in page that chooses how to confirm the second step. */
export const factorParam = 'factor'

/** Builds the sign-in page's URL for a way to confirm, keeping the page to open afterward. */
export function buildFactorUrl(choice: string, next: string | null): string {
  const search = buildSignInSearch(next)
  return `/${search}${search ? '&' : '?'}${factorParam}=${choice}`
}
