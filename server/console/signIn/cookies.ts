import type { CookieOptions, Request, Response, RequestHandler } from 'express'
import { pattern, string } from 'superstruct'
import { isLoopback } from '#shared/areas/signIn/googleSignIn.ts'
import { getRequestSession, EndedSessions } from './endedSessions.ts'
import type { ConsoleSettings } from '../settings.ts'
import cookieParser from 'cookie-parser'

/** The three cookies of a signed-in visitor (spec.md section 3; attributes: http.md "Cookies"). */
export const sessionCookieNames = ['apiToken', 'storeId', 'userId'] as const
type SessionCookieName = (typeof sessionCookieNames)[number]

/** What the cookies say of a signed-in visitor. The ids are empty where their cookie is missing. */
export type Visitor = { token: string; storeId: string; userId: string }

/** What a header of a call to the platform can carry as it is. */
const sessionTokenPattern = /^[\x21-\x7e]{1,3500}$/
const idPattern = /^[\x20-\x7e]{0,200}$/
export const SessionToken = pattern(string(), sessionTokenPattern)
export const HeaderId = pattern(string(), idPattern)

/** The cookies of a session that the request names twice; then none of them can be trusted. */
function findDuplicateCookies(cookieHeader: string | undefined): SessionCookieName[] {
  if (!cookieHeader) return []
  const isOnce = (name: string) => cookieHeader.indexOf(name) === cookieHeader.lastIndexOf(name)
  if (sessionCookieNames.every(isOnce)) return []
  const names = cookieHeader.split(';').map((pair) => pair.split('=', 1)[0]?.trim())
  return sessionCookieNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

/** Who the request is from, or null: not signed in. `cookies` is what cookie-parser made of the header; none came twice. */
function parseVisitor(cookies: Record<string, unknown>): Visitor | null {
  const { apiToken: token, storeId = '', userId = '' } = cookies
  // Plain patterns rather than a struct: this is checked on every request.
  if (typeof token !== 'string' || !sessionTokenPattern.test(token)) return null
  if (typeof storeId !== 'string' || !idPattern.test(storeId)) return null
  if (typeof userId !== 'string' || !idPattern.test(userId)) return null
  return { token, storeId, userId }
}

/** http.md "Cookies". Browsers keep Secure cookies of loopback addresses, and only of those, without TLS. */
export function getCookieOptions({
  publicOrigin,
  domain,
}: Pick<ConsoleSettings, 'publicOrigin' | 'domain'>): CookieOptions {
  const secure = publicOrigin.startsWith('https:') || isLoopback(domain)
  return { path: '/', httpOnly: true, sameSite: 'strict', secure }
}

/** Signs the browser in. The session it had until now, if any, has ended. */
export function setSessionCookies(
  res: Response,
  settings: ConsoleSettings,
  session: Visitor,
): void {
  getRequestSession(res).end()
  const options = getCookieOptions(settings)
  res.cookie('apiToken', session.token, options)
  res.cookie('storeId', session.storeId, options)
  res.cookie('userId', session.userId, options)
}

export function expireSessionCookies(res: Response, settings: ConsoleSettings): void {
  getRequestSession(res).end()
  for (const name of sessionCookieNames) res.clearCookie(name, getCookieOptions(settings))
}

/** A 401 signs the browser out (http.md "Proxy"), unless this request's session ended meanwhile: a newer token may be there. */
export function expireRejectedSession(res: Response, settings: ConsoleSettings): void {
  if (getRequestSession(res).hasEndedSinceArrival()) return
  expireSessionCookies(res, settings)
}

/** The second one has a path or domain that a request does not tell: every one that it could have carried is cleared. */
function expireDuplicates(
  req: Request,
  res: Response,
  settings: ConsoleSettings,
  duplicates: SessionCookieName[],
): void {
  expireSessionCookies(res, settings)
  const options = getCookieOptions(settings)
  for (const name of duplicates)
    for (const path of listParentPaths(req.path))
      for (const domain of listParentDomains(settings.domain))
        if (path !== '/' || domain !== undefined)
          res.clearCookie(name, { ...options, path, ...(domain === undefined ? {} : { domain }) })
}

/** `/a/b` -> `/`, `/a`, `/a/b`. */
const listParentPaths = (path: string) => {
  const parts = path.split('/').filter(Boolean).slice(0, 4)
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)]
}

/** `a.b.example` -> none, `a.b.example`, `b.example`. Addresses and single names take no domain cookies. */
const listParentDomains = (host: string) => {
  const labels = /^[\d.]+$|^\[/.test(host) ? [] : host.split('.')
  return [undefined, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
}

/** Leaves in `res.locals.visitor` who asks, or null; clears cookies that came twice (http.md "Cookies"). */
export function readVisitor(
  settings: ConsoleSettings,
  ended = new EndedSessions(),
): RequestHandler[] {
  return [
    cookieParser(),
    (req, res, next) => {
      const header = req.headers.cookie
      const duplicates = findDuplicateCookies(header)
      const visitor = duplicates.length > 0 ? null : parseVisitor(req.cookies)
      res.locals['visitor'] = visitor
      res.locals['endedSessions'] = ended.trackRequest(visitor?.token)
      if (duplicates.length > 0) expireDuplicates(req, res, settings, duplicates)
      next()
    },
  ]
}
