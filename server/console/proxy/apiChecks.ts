import type { RequestHandler } from 'express'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { tooLargeRejection } from './proxy.ts'
import { getProxyRules, getBodyLimit } from './proxyCalls.ts'
import { normalizePath } from './normalizePath.ts'
import { hasBody } from '../edge/requestBody.ts'
import { isGetOrHead, getMediaType } from '../edge/writeCheck.ts'

/**
 * Normalizes the path below `/api`, so that the console's own calls are recognized in every
 * spelling. Rejects paths that can't be normalized.
 */
export const normalizeApiPath: RequestHandler = (req, res, next) => {
  res.locals['route'] = '/api/*'
  const path = normalizePath(req.url)
  if (path === null)
    return sendProblem(res, {
      status: 400,
      code: 'bad_request',
      detail: rejectionMessages.malformed.target,
    })
  req.url = path
  next()
}

/**
 * Calls below `/api` that the console handles itself, only by POST (http.md "Sign-in"); keyed by
 * lowercase path.
 */
const consoleCalls = new Map(
  [
    platformPaths.login,
    platformPaths.google,
    sessionPaths.logout,
    sessionPaths.view,
    sessionPaths.secondFactor,
    sessionPaths.cancelFactor,
    sessionPaths.passkeyOptions,
    sessionPaths.passkey,
  ].map((path) => [path.toLowerCase(), path]),
)

/**
 * Routes the console's own calls, and rejects them with any method but POST: a platform that
 * accepts any method would return the token in a body.
 */
export const requirePostForConsoleCalls: RequestHandler = (req, res, next) => {
  const consoleCall = findConsoleCall(req.url)
  if (consoleCall === undefined) return next()
  if (req.method === 'POST') {
    req.url = consoleCall
    return next()
  }
  res.setHeader('Allow', 'POST')
  sendProblem(res, { status: 405, code: 'bad_request', detail: rejectionMessages.methodNotAllowed })
}

/**
 * Finds the console's own call despite a different case, a trailing slash, or double encoding,
 * which a platform might ignore.
 */
function findConsoleCall(url: string): string | undefined {
  const path = decodeFully(url.split('?', 1)[0] ?? '')
  return consoleCalls.get(path.replace(/\/$/, '').toLowerCase())
}

function decodeFully(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeFully(decodeURIComponent(path))
  } catch {
    return path // A lone percent sign is text.
  }
}

/**
 * Rejects bodies of a type or size that the call doesn't accept, before they are read (http.md "Who
 * may write", Limits).
 */
export const checkApiBody: RequestHandler = (req, res, next) => {
  const type = getMediaType(req.headers['content-type'])
  if (isGetOrHead(req.method) || (type === '' && !hasBody(req))) return next()
  const call = getProxyRules(req.url)
  if (!call.contentTypes.includes(type))
    return sendProblem(res, {
      status: 415,
      code: 'unsupported_type',
      detail: rejectionMessages.contentTypes(call.contentTypes.join(', ')),
    })
  if (Number(req.headers['content-length'] ?? 0) > getBodyLimit(call, type))
    return sendProblem(res, tooLargeRejection)
  next()
}
