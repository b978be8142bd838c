import type { RequestHandler, Response } from 'express'
import { expireRefusedSession } from '../signIn/cookies.ts'
import type { Visitor } from '../signIn/cookies.ts'
import type { ConfirmedSessions } from '../signIn/confirmedSessions.ts'
import type { Settings } from '../settings.ts'
import { verdictOn } from './answerCheck.ts'
import { headersFrom } from './proxyHeaders.ts'

/** How the platform is asked for a visitor, by `/api` and by the loaders of pages alike. */
export type InTheirName = {
  requestId: string
  headers: () => Record<string, string>
  /** Whether an answer may be passed on; a 401 signs the browser out (http.md "Proxy"). */
  judge: typeof verdictOn
  isRefused: () => boolean
}

/** Leaves in `res.locals` how the platform is asked from here on. */
export const inTheirName =
  (settings: Settings, sessions: ConfirmedSessions): RequestHandler =>
  (req, res, next) => {
    const visitor: Visitor | null = res.locals['visitor']
    const requestId = String(res.locals['requestId'])
    let refused = false
    res.locals['inTheirName'] = {
      requestId,
      headers: () => headersFrom(visitor, settings, { requestId, clientAddress: req.ip }),
      judge(method, status, headers, answers) {
        if (status === 401) {
          refused = true
          if (visitor) sessions.delete(visitor.token)
          expireRefusedSession(res, settings)
        }
        return verdictOn(method, status, headers, answers)
      },
      isRefused: () => refused,
    } satisfies InTheirName
    next()
  }

export const inTheirNameOf = (res: Response): InTheirName => res.locals['inTheirName']
