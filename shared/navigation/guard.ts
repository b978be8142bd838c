/** Where a signed-in user starts. */
export const home = '/dashboard'

const base = 'http://console.invalid'

/** A same-origin address inside the console, or null: `?next=//evil` leads nowhere; sign-in is none (http.md "Pages"). */
export function safePath(given: string | null | undefined): string | null {
  if (!given?.startsWith('/') || /[\\\p{Cc}]/u.test(given) || given.startsWith('//')) return null
  const url = URL.parse(given, base)
  if (!url || url.origin !== base || url.pathname === '/' || url.pathname.startsWith('//'))
    return null
  return url.pathname + url.search + url.hash
}

/** The guard (spec.md section 2), same on server and client: where a visitor is sent, null to proceed. `path` may have a query. */
export function redirectFor(authenticated: boolean, path: string): string | null {
  const url = URL.parse(path, base)
  const atSignIn = url?.origin === base && url.pathname === '/'
  if (authenticated) return atSignIn ? (safePath(url.searchParams.get('next')) ?? home) : null
  if (atSignIn) return null
  const next = safePath(path)
  return next && next !== home ? `/?next=${encodeURIComponent(next)}` : '/'
}

/** The path with the line ends replaced that React Router's last route does not match, which would show its own error page. */
export const withoutLineEnds = (path: string): string =>
  path.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '%EF%BF%BD')
