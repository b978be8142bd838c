import type { CookieOptions, Request, Response, RequestHandler } from 'express'
import { pattern, string } from 'superstruct'
import { isLoopback } from '#shared/areas/signIn/googleSignIn.ts'
import { getSessionTracker, EndedSessions } from './endedSessions.ts'
import type { ConsoleSettings } from '../settings.ts'
import cookieParser from 'cookie-parser'

/** The three cookies of a signed-in visitor (spec.md section 3; attributes: http.md "Cookies"). */
export const sessionCookieNames = ['apiToken', 'storeId', 'userId'] as const

/** The token of a view of another account. It lies over the session, whose cookies stay. */
const viewCookieName = 'viewToken'
const cookieNames = [...sessionCookieNames, viewCookieName] as const
type SessionCookieName = (typeof cookieNames)[number]

/** A signed-in visitor's cookies. The IDs are empty if their cookie is missing. */
export type Visitor = {
  token: string
  storeId: string
  userId: string
  /** The token of the visitor's own session while they view another account. */
  sessionToken?: string
}

/** Values that a header of a platform call can carry unchanged. */
const sessionTokenPattern = /^[\x21-\x7e]{1,3500}$/
const idPattern = /^[\x20-\x7e]{0,200}$/
export const SessionToken = pattern(string(), sessionTokenPattern)
export const HeaderId = pattern(string(), idPattern)

/**
 * Returns the session cookies that the request has twice. None of its cookies can be trusted then.
 */
function findDuplicateCookies(cookieHeader: string | undefined): SessionCookieName[] {
  if (!cookieHeader) return []
  const isOnce = (name: string) => cookieHeader.indexOf(name) === cookieHeader.lastIndexOf(name)
  if (cookieNames.every(isOnce)) return []
  const names = cookieHeader.split(';').map((pair) => pair.split('=', 1)[0]?.trim())
  return cookieNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

/**
 * Parses the request's visitor; null if not signed in. `cookies` is the header as parsed by
 * cookie-parser, without duplicates.
 */
function parseVisitor(cookies: Record<string, unknown>): Visitor | null {
  const { apiToken: token, storeId = '', userId = '' } = cookies
  // Plain patterns are faster than a struct, and every request is checked.
  if (typeof token !== 'string' || !sessionTokenPattern.test(token)) return null
  if (typeof storeId !== 'string' || !idPattern.test(storeId)) return null
  if (typeof userId !== 'string' || !idPattern.test(userId)) return null
  const { [viewCookieName]: viewToken } = cookies
  return typeof viewToken === 'string' && sessionTokenPattern.test(viewToken)
    ? { token: viewToken, storeId, userId, sessionToken: token }
    : { token, storeId, userId }
}

/**
 * Returns the attributes of http.md "Cookies". Without TLS, browsers keep Secure cookies only for
 * loopback hosts.
 */
export function getCookieOptions({
  publicOrigin,
  domain,
}: Pick<ConsoleSettings, 'publicOrigin' | 'domain'>): CookieOptions {
  const secure = publicOrigin.startsWith('https:') || isLoopback(domain)
  return { path: '/', httpOnly: true, sameSite: 'strict', secure }
}

/** Signs the browser in, and marks its previous session as ended, if there was one. */
export function setSessionCookies(
  res: Response,
  settings: ConsoleSettings,
  session: Visitor,
): void {
  getSessionTracker(res).end()
  const options = getCookieOptions(settings)
  res.cookie('apiToken', session.token, options)
  res.cookie('storeId', session.storeId, options)
  res.cookie('userId', session.userId, options)
  if (hasViewCookie(res)) res.clearCookie(viewCookieName, options)
}

/** Signs the browser out, which also ends its view of another account. */
export function expireSessionCookies(res: Response, settings: ConsoleSettings): void {
  getSessionTracker(res).end()
  for (const name of sessionCookieNames) res.clearCookie(name, getCookieOptions(settings))
  if (hasViewCookie(res)) res.clearCookie(viewCookieName, getCookieOptions(settings))
}

const hasViewCookie = ({ req }: Response) => Object.hasOwn(Object(req.cookies), viewCookieName)

/** Starts a view of another account over the session. The platform ends it, not the browser. */
export const setViewCookie = (res: Response, settings: ConsoleSettings, token: string): void =>
  void res.cookie(viewCookieName, token, getCookieOptions(settings))

/** Ends a view of another account. The browser continues with its own session. */
export function expireViewCookie(res: Response, settings: ConsoleSettings): void {
  getSessionTracker(res).end()
  res.clearCookie(viewCookieName, getCookieOptions(settings))
}

/** Whether the visitor views another account. */
export function isViewing(res: Response): boolean {
  const visitor: Visitor | null = res.locals['visitor']
  return visitor?.sessionToken !== undefined
}

/**
 * Signs the browser out after a 401 (http.md "Proxy"), or ends its view of another account, unless this request's session has ended
 * since it arrived: the browser might already have a newer token.
 */
export function expireRejectedSession(res: Response, settings: ConsoleSettings): void {
  if (getSessionTracker(res).hasEndedSinceArrival()) return
  if (isViewing(res)) expireViewCookie(res, settings)
  else expireSessionCookies(res, settings)
}

/**
 * Expires duplicates with every path and domain that the request could have sent, because a request
 * doesn't include them.
 */
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

/**
 * `a.b.example` -> none, `a.b.example`, `b.example`. IP addresses and single labels can't have
 * domain cookies.
 */
const listParentDomains = (host: string) => {
  const labels = /^[\d.]+$|^\[/.test(host) ? [] : host.split('.')
  return [undefined, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
}

/**
 * Sets `res.locals.visitor`, null if not signed in, and clears duplicate cookies (http.md
 * "Cookies").
 */
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
