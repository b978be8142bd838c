import express from 'express'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { nullable, string, type } from 'superstruct'
import { createIdempotencyKey } from '#client/app.tsx'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import { sessionPaths } from '#shared/engine/platformCalls.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { homePath } from '#shared/navigation/guard.ts'
import {
  buildViewPanelUrl,
  stopViewPath,
  viewedUserField,
  viewPath,
} from '#shared/navigation/viewUrl.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { rejectRequest } from '../edge/problems.ts'
import { getPlatformCredentials } from '../proxy/platformCredentials.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import type { Upstream } from '../proxy/upstream.ts'
import type { ConsoleSettings } from '../settings.ts'
import { redirectSignedOutToSignIn } from './confirmSession.ts'
import { expireViewCookie, isViewing, setViewCookie } from './cookies.ts'

type ViewDeps = { settings: ConsoleSettings; upstream: Upstream; log: Logger }

const ViewAnswer = type({ token: nullable(string()) })

/**
 * Handles `POST /view-as`: starts a view of another account and shows its first page. Its token goes
 * into a cookie, where no script can read it.
 */
export const createStartViewHandlers = ({ upstream, settings }: ViewDeps): RequestHandler[] => [
  redirectSignedOutToSignIn(viewPath),
  express.urlencoded({ extended: false, limit: 1000, inflate: false }),
  async (req, res) => {
    const userId = Number(Reflect.get(Object(req.body), viewedUserField))
    // None of our forms sends anything else.
    if (!Number.isSafeInteger(userId)) return res.redirect(303, '/users')
    const credentials = getPlatformCredentials(res)
    const api = createServerApi({ upstream, credentials })
    try {
      const { body } = await api.send({
        method: 'POST',
        path: sessionPaths.view,
        body: { userId },
        idempotencyKey: createIdempotencyKey(),
      })
      const { token } = parseResponse(ViewAnswer, body)
      if (token !== null) setViewCookie(res, settings, token)
      res.redirect(303, homePath)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (credentials.isSignedOut()) return res.redirect(303, '/')
      res.redirect(303, buildViewPanelUrl(userId, error.status < 500 ? 'refused' : 'unavailable'))
    }
  },
]

/**
 * Handles `POST /view-as/stop`: returns to the operator's own session, even if the platform can't be
 * reached. The view then ends there after 15 minutes.
 */
export const createStopViewHandlers = ({ upstream, settings, log }: ViewDeps): RequestHandler[] => [
  redirectSignedOutToSignIn(stopViewPath),
  async (_req, res) => {
    // It ended in the meantime, or in another tab.
    if (!isViewing(res)) return res.redirect(303, homePath)
    const credentials = getPlatformCredentials(res)
    const api = createServerApi({ upstream, credentials })
    try {
      const idempotencyKey = createIdempotencyKey()
      await api.send({ method: 'POST', path: sessionPaths.logout, idempotencyKey })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { requestId } = credentials
      log.warn({ requestId, code: error.problem.code }, "The platform didn't end a view")
    }
    expireViewCookie(res, settings)
    res.redirect(303, withFlash(homePath, { notice: 'view-ended' }))
  },
]

/** Rejects the platform's call below `/api`: its answer has a token, which scripts must not read. */
export const rejectViewCall: RequestHandler = (req, res) =>
  rejectRequest(req, res, {
    status: 404,
    code: 'not_found',
    detail: rejectionMessages.notThroughApi(viewPath),
  })
