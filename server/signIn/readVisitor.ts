import cookieParser from 'cookie-parser'
import type { RequestHandler } from 'express'
import { duplicatesIn, expireDuplicates, visitorFrom } from './cookies.ts'
import { EndedSessions } from './endedSessions.ts'
import type { Settings } from '../settings.ts'

/** Leaves in `res.locals.visitor` who asks, or null; clears cookies that came twice (http.md "Cookies"). */
export function readVisitor(settings: Settings, ended = new EndedSessions()): RequestHandler[] {
  return [
    cookieParser(),
    (req, res, next) => {
      const header = req.headers.cookie
      const duplicates = duplicatesIn(header)
      const visitor = duplicates.length > 0 ? null : visitorFrom(req.cookies)
      res.locals['visitor'] = visitor
      res.locals['endedSessions'] = ended.forRequest(visitor?.token)
      if (duplicates.length > 0) expireDuplicates(req, res, settings, duplicates)
      next()
    },
  ]
}
