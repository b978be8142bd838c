/** The page where a signed-in user starts. */
export const homePath = '/dashboard'

const baseUrl = 'http://console.invalid'

/**
 * Returns a same-origin URL inside the console, or null: `?next=//evil` leads nowhere, and the
 * sign-in page isn't accepted (http.md, "Pages").
 */
export function toSafePath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || /[\\\p{Cc}]/u.test(path) || path.startsWith('//')) return null
  const url = URL.parse(path, baseUrl)
  if (!url || url.origin !== baseUrl || url.pathname === '/' || url.pathname.startsWith('//'))
    return null
  return url.pathname + url.search + url.hash
}

/**
 * Returns where the guard (spec.md section 2) redirects a visitor, the same on server and client;
 * null to proceed. `path` may have a query.
 */
export function getRedirect(authenticated: boolean, path: string): string | null {
  const url = URL.parse(path, baseUrl)
  const atSignIn = url?.origin === baseUrl && url.pathname === '/'
  if (authenticated) return atSignIn ? (toSafePath(url.searchParams.get('next')) ?? homePath) : null
  if (atSignIn) return null
  const next = toSafePath(path)
  return next && next !== homePath ? `/?next=${encodeURIComponent(next)}` : '/'
}

/**
 * Replaces line ends in a path that React Router's catch-all route doesn't match, which would show
 * its own error page.
 */
export const replaceEncodedLineEnds = (path: string): string =>
  path.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '%EF%BF%BD')
