import type { RequestHandler, Response } from 'express'
import { expireRejectedSession } from '../signIn/cookies.ts'
import type { Visitor } from '../signIn/cookies.ts'
import type { ConfirmedSessions } from '../signIn/confirmedSessions.ts'
import type { ConsoleSettings } from '../settings.ts'
import { checkUpstreamAnswer } from './checkUpstreamAnswer.ts'
import { buildPlatformHeaders } from './proxyHeaders.ts'

/** How the platform is asked for a visitor, by `/api` and by the loaders of pages alike. */
export type PlatformCredentials = {
  requestId: string
  headers: () => Record<string, string>
  /** Whether an answer may be passed on; a 401 signs the browser out (http.md "Proxy"). */
  checkAnswer: typeof checkUpstreamAnswer
  isSignedOut: () => boolean
}

/** Leaves in `res.locals` how the platform is asked from here on. */
export const platformCredentials =
  (settings: ConsoleSettings, sessions: ConfirmedSessions): RequestHandler =>
  (req, res, next) => {
    const visitor: Visitor | null = res.locals['visitor']
    const requestId = String(res.locals['requestId'])
    let refused = false
    res.locals['platformCredentials'] = {
      requestId,
      headers: () => buildPlatformHeaders(visitor, settings, { requestId, clientAddress: req.ip }),
      checkAnswer(method, status, headers, answers) {
        if (status === 401) {
          refused = true
          if (visitor) sessions.delete(visitor.token)
          expireRejectedSession(res, settings)
        }
        return checkUpstreamAnswer(method, status, headers, answers)
      },
      isSignedOut: () => refused,
    } satisfies PlatformCredentials
    next()
  }

export const getPlatformCredentials = (res: Response): PlatformCredentials =>
  res.locals['platformCredentials']
