import express from 'express'
import type { RequestHandler } from 'express'
import { newIdempotencyKey } from '#client/app.tsx'
import { ApiFailure } from '#shared/engine/api.ts'
import { home, safePath } from '#shared/guard.ts'
import { withNotice } from '#shared/notice.ts'
import { keepZone, zonePath } from '#shared/timeZone.ts'
import { isZone } from '#shared/zones.ts'
import { refusalMessages, refuse } from '../edge/problems.ts'
import { inTheirNameOf } from '../proxy/inTheirName.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import type { Upstream } from '../proxy/upstream.ts'

/** `POST /time-zone`: keeps the zone that was chosen in the user menu and leads back to where that was. */
export const zoneForm = ({ upstream }: { upstream: Upstream }): RequestHandler[] => [
  express.urlencoded({ extended: false, limit: 1000, inflate: false }),
  async (req, res) => {
    res.locals['route'] = zonePath
    if (!res.locals['visitor']) return res.redirect(303, '/')
    const zone: unknown = Reflect.get(Object(req.body), 'zone')
    if (!isZone(zone))
      return refuse(req, res, { status: 422, code: 'invalid', title: refusalMessages.zone })
    const asked = inTheirNameOf(res)
    try {
      await keepZone(createServerApi({ upstream, asked }), zone, newIdempotencyKey())
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (asked.isRefused()) return res.redirect(303, '/')
      const { status, problem } = error
      return refuse(req, res, { status, code: problem.code, title: refusalMessages.zoneNotKept })
    }
    const next = safePath(new URL(req.originalUrl, 'http://console').searchParams.get('next'))
    res.redirect(303, withNotice(next ?? home, { notice: 'saved' }))
  },
]
