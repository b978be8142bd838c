/** Where a signed-in user starts. */
export const home = '/dashboard'

const base = 'http://console.invalid'

/**
 * An address inside the console, or null: only same-origin paths pass, so that `?next=//evil` leads nowhere
 * (http.md "Pages"). The sign-in page itself is no destination.
 */
export function safePath(given: string | null | undefined): string | null {
  if (!given?.startsWith('/') || /[\\\p{Cc}]/u.test(given) || given.startsWith('//')) return null
  const url = URL.parse(given, base)
  if (!url || url.origin !== base || url.pathname === '/' || url.pathname.startsWith('//'))
    return null
  return url.pathname + url.search + url.hash
}

/**
 * The navigation guard (spec.md section 2), the same on server and client: where a visitor is sent instead, or null to
 * proceed. `path` may carry a query.
 */
export function redirectFor(authenticated: boolean, path: string): string | null {
  const url = URL.parse(path, base)
  const atSignIn = url?.origin === base && url.pathname === '/'
  if (authenticated) return atSignIn ? (safePath(url.searchParams.get('next')) ?? home) : null
  if (atSignIn) return null
  const next = safePath(path)
  return next && next !== home ? `/?next=${encodeURIComponent(next)}` : '/'
}

/**
 * The path of an address without the line ends in it, which React Router's last route does not match: it would show an error
 * page of its own. The character in their place is in no path of the product either.
 */
export const withoutLineEnds = (path: string): string =>
  path.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '%EF%BF%BD')
