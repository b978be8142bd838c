import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { sessionCookieNames } from '../signIn/cookies.ts'

/**
 * Whether a link in an email, a chat, or another site was followed. Browsers omit Strict cookies
 * then, so the visitor looks signed out.
 */
const isCrossSiteLink = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] === 'cross-site' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

/**
 * Responds to a cross-site link with a page that navigates to the same URL again, this time with
 * Strict cookies (http.md "Cookies").
 */
export const reloadCrossSiteLinks: RequestHandler = (req, res, next) => {
  const hasCookie = sessionCookieNames.some((name) => name in req.cookies)
  if (req.method === 'POST' || hasCookie || !isCrossSiteLink(req.headers)) return next()
  res.locals['route'] = 'cross-site link'
  // A path of this origin: requestGuard.ts rejects paths that start with two slashes.
  sendRedirectPage(res, req.originalUrl)
}

/**
 * Sends a one-line page that navigates to a path of this origin, or to the URL of a provider that
 * operators set up. The page's own policy limits where its forms may be redirected, but not this.
 */
export function sendRedirectPage(res: Response, url: string): void {
  const address = url.replaceAll(/["<>]/g, encodeURIComponent).replaceAll('&', '&amp;')
  res
    .type('html')
    .send(
      `<!doctype html><meta http-equiv="refresh" content="0;url=${address}"><title>Store console</title>\n`,
    )
}
