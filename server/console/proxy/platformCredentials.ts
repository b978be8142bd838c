import type { RequestHandler, Response } from 'express'
import { expireRejectedSession } from '../signIn/cookies.ts'
import type { Visitor } from '../signIn/cookies.ts'
import type { ConfirmedSessions } from '../signIn/confirmedSessions.ts'
import type { ConsoleSettings } from '../settings.ts'
import { checkUpstreamAnswer } from './checkUpstreamAnswer.ts'
import { buildPlatformHeaders } from './proxyHeaders.ts'

/** How a visitor's calls reach the platform, from `/api` and from page loaders alike. */
export type PlatformCredentials = {
  requestId: string
  headers: () => Record<string, string>
  /** Whether a response can be passed on. A 401 signs the browser out (http.md "Proxy"). */
  checkAnswer: typeof checkUpstreamAnswer
  isSignedOut: () => boolean
}

/** Sets the visitor's platform credentials in `res.locals` for the following steps. */
export const platformCredentials =
  (settings: ConsoleSettings, sessions: ConfirmedSessions): RequestHandler =>
  (req, res, next) => {
    const visitor: Visitor | null = res.locals['visitor']
    const requestId = String(res.locals['requestId'])
    let isRejected = false
    res.locals['platformCredentials'] = {
      requestId,
      headers: () => buildPlatformHeaders(visitor, settings, { requestId, clientAddress: req.ip }),
      checkAnswer(method, status, headers, answers) {
        if (status === 401) {
          isRejected = true
          if (visitor) sessions.delete(visitor.token)
          expireRejectedSession(res, settings)
        }
        return checkUpstreamAnswer(method, status, headers, answers)
      },
      isSignedOut: () => isRejected,
    } satisfies PlatformCredentials
    next()
  }

export const getPlatformCredentials = (res: Response): PlatformCredentials =>
  res.locals['platformCredentials']
