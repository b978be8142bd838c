import express from 'express'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { newIdempotencyKey } from '#client/app.tsx'
import { ApiFailure } from '#shared/engine/api.ts'
import { home, safePath } from '#shared/navigation/guard.ts'
import { withNotice } from '#shared/navigation/notice.ts'
import { keepZone, withZoneRefused, zonePath } from '#shared/format/timeZone.ts'
import { isZone } from '#shared/format/zones.ts'
import { inTheirNameOf } from '../proxy/inTheirName.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { requireSignIn } from '../signIn/confirmSession.ts'
import type { Upstream } from '../proxy/upstream.ts'

/** `POST /time-zone`, without JavaScript: keeps the chosen zone and leads back; the choice is open again where it was not kept. */
export const zoneForm = ({ upstream }: { upstream: Upstream }) => [
  requireSignIn(zonePath),
  express.urlencoded({ extended: false, limit: 1000, inflate: false }),
  unreadable,
  keeping(upstream),
]

const keeping =
  (upstream: Upstream): RequestHandler =>
  async (req, res) => {
    res.locals['route'] = zonePath
    const zone: unknown = Reflect.get(Object(req.body), 'zone')
    if (!isZone(zone)) return back(req, res, withZoneRefused)
    const asked = inTheirNameOf(res)
    try {
      await keepZone(createServerApi({ upstream, asked }), zone, newIdempotencyKey())
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (asked.isRefused()) return res.redirect(303, '/')
      return back(req, res, (path) => withZoneRefused(path, zone))
    }
    back(req, res, (path) => withNotice(path, { notice: 'zone-kept' }))
  }

const unreadable: ErrorRequestHandler = (_error, req, res, _next) => back(req, res, withZoneRefused)

function back(req: Request, res: Response, said: (path: string) => string): void {
  res.locals['route'] = zonePath
  const next = new URL(req.originalUrl, 'http://console').searchParams.get('next')
  res.redirect(303, said(safePath(next) ?? home))
}
