import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { alertLinkPaths } from '#shared/areas/alerts/alertLinkCalls.ts'
import { invitationPaths } from '#shared/areas/users/invitationCalls.ts'
import { rejectionMessages } from './messages.ts'
import { rejectRequest } from './problems.ts'

export const isGetOrHead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

export const getMediaType = (contentType: string | undefined) =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/**
 * Whether a write comes from the console's own pages (http.md): by the headers in which browsers
 * name the sender, else by a content type that a foreign page can't send.
 */
function isTrustedWrite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin !== undefined) return headers.origin === publicOrigin
  return getMediaType(headers['content-type']) === 'application/json'
}

/**
 * Rejects unsafe requests from other sites, before the body is read and before any call to the
 * platform.
 */
export const rejectForeignWrites =
  (publicOrigin: string): RequestHandler =>
  (req, res, next) => {
    if (isGetOrHead(req.method) || isTrustedWrite(req.headers, publicOrigin)) return next()
    rejectRequest(req, res, {
      status: 403,
      code: 'forbidden',
      detail: rejectionMessages.foreignOrigin,
    })
  }

/** Calls of visitors who aren't signed in yet. The link's token identifies them. */
const openCallPaths: readonly string[] = [
  ...Object.values(invitationPaths),
  ...Object.values(alertLinkPaths),
]

/** Whether a call below `/api` needs no session. */
export const isPublicApiCall = (url: string): boolean => openCallPaths.includes(url)

/** Rejects writes without a session, before their body is read. */
export const requireSignIn: RequestHandler = (req, res, next) => {
  if (isGetOrHead(req.method) || res.locals['visitor'] || isPublicApiCall(req.url)) return next()
  rejectRequest(req, res, { status: 401, code: 'signed_out', detail: rejectionMessages.signedOut })
}
