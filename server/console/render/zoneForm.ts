import express from 'express'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { createIdempotencyKey } from '#client/app.tsx'
import { ApiError } from '#shared/engine/api.ts'
import { homePath, toSafePath } from '#shared/navigation/guard.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { saveTimeZone, withRejectedZone, zonePath } from '#shared/engine/timeZone.ts'
import { isTimeZone } from '#shared/format/zones.ts'
import { getPlatformCredentials } from '../proxy/platformCredentials.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { redirectSignedOutToSignIn } from '../signIn/confirmSession.ts'
import type { Upstream } from '../proxy/upstream.ts'

/**
 * Handles `POST /time-zone` without JavaScript: saves the time zone and redirects back. If it isn't
 * saved, the choice is open again.
 */
export const createTimeZoneFormHandlers = ({ upstream }: { upstream: Upstream }) => [
  redirectSignedOutToSignIn(zonePath),
  express.urlencoded({ extended: false, limit: 1000, inflate: false }),
  rejectUnreadableZone,
  createZoneSaver(upstream),
]

const createZoneSaver =
  (upstream: Upstream): RequestHandler =>
  async (req, res) => {
    res.locals['route'] = zonePath
    const zone: unknown = Reflect.get(Object(req.body), 'zone')
    if (!isTimeZone(zone)) return redirectBack(req, res, withRejectedZone)
    const credentials = getPlatformCredentials(res)
    try {
      await saveTimeZone(createServerApi({ upstream, credentials }), zone, createIdempotencyKey())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (credentials.isSignedOut()) return res.redirect(303, '/')
      return redirectBack(req, res, (path) => withRejectedZone(path, zone))
    }
    redirectBack(req, res, (path) => withFlash(path, { notice: 'zone-kept' }))
  }

const rejectUnreadableZone: ErrorRequestHandler = (_error, req, res, _next) =>
  redirectBack(req, res, withRejectedZone)

function redirectBack(req: Request, res: Response, withMessage: (path: string) => string): void {
  res.locals['route'] = zonePath
  const next = new URL(req.originalUrl, 'http://console').searchParams.get('next')
  res.redirect(303, withMessage(toSafePath(next) ?? homePath))
}
