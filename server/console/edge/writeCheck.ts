import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { invitationPaths } from '#shared/areas/users/userCalls.ts'
import { rejectionMessages } from './messages.ts'
import { rejectRequest } from './problems.ts'

export const isSafeMethod = (method: string | undefined) => method === 'GET' || method === 'HEAD'

export const getMediaType = (contentType: string | undefined) =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Who may write (http.md): what a browser says of the sender counts first, then what no foreign page can send. */
function isTrustedWrite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin !== undefined) return headers.origin === publicOrigin
  return getMediaType(headers['content-type']) === 'application/json'
}

/** Refuses unsafe requests of other sites, before the body is read and before any call to the platform. */
export const rejectForeignWrites =
  (publicOrigin: string): RequestHandler =>
  (req, res, next) => {
    if (isSafeMethod(req.method) || isTrustedWrite(req.headers, publicOrigin)) return next()
    rejectRequest(req, res, {
      status: 403,
      code: 'forbidden',
      detail: rejectionMessages.foreignOrigin,
    })
  }

/** What is sent by who is not signed in yet: the link that they hold says who they are. */
const openCallPaths: readonly string[] = Object.values(invitationPaths)

/** Whether a call below `/api` needs no session. */
export const isOpenCall = (url: string): boolean => openCallPaths.includes(url)

/** Refuses writes of calls that nobody is signed in for, before their body is read. */
export const requireSignIn: RequestHandler = (req, res, next) => {
  if (isSafeMethod(req.method) || res.locals['visitor'] || isOpenCall(req.url)) return next()
  rejectRequest(req, res, { status: 401, code: 'signed_out', detail: rejectionMessages.signedOut })
}
