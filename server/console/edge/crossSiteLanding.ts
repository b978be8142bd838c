import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { sessionCookieNames } from '../signIn/cookies.ts'

/** A link from mail, chat or another site: Strict cookies stay at home, so the visitor looks signed out. */
const isCrossSiteLink = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] === 'cross-site' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

/** Answers a cross-site link by one line that navigates here again, so that Strict cookies come along (http.md "Cookies"). */
export const redirectCrossSiteLinks: RequestHandler = (req, res, next) => {
  const hasCookie = sessionCookieNames.some((name) => name in req.cookies)
  if (req.method === 'POST' || hasCookie || !isCrossSiteLink(req.headers)) return next()
  res.locals['route'] = 'cross-site link'
  // A path of this origin: the guard lets no second slash at the start through.
  sendLanding(res, req.originalUrl)
}

/** Answers with a page of one line that navigates to `path`, which must be one of this origin. */
export function sendLanding(res: Response, path: string): void {
  const address = path.replaceAll(/["<>]/g, encodeURIComponent).replaceAll('&', '&amp;')
  res
    .type('html')
    .send(
      `<!doctype html><meta http-equiv="refresh" content="0;url=${address}"><title>Store console</title>\n`,
    )
}
