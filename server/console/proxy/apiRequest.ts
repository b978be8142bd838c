import type { RequestHandler } from 'express'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { sendProblem } from '../edge/problems.ts'
import { tooLarge } from './proxy.ts'
import { callAt, limitOf } from './proxyCalls.ts'
import { proxyPath } from './proxyPath.ts'
import { hasBody } from '../edge/requestBody.ts'
import { isSafeMethod, mediaType } from '../edge/writeCheck.ts'

/** Rebuilds the path below `/api`, so that the console's own calls are known in every spelling; refuses what cannot be rebuilt. */
export const apiPath: RequestHandler = (req, res, next) => {
  res.locals['route'] = '/api/*'
  const path = proxyPath(req.url)
  if (path === null)
    return sendProblem(res, {
      status: 400,
      code: 'bad_request',
      detail: rejectionMessages.malformed.target,
    })
  req.url = path
  next()
}

/** What the console answers itself below `/api`, by POST alone (http.md "Sign-in"); by its path in small letters. */
const ownCalls = new Map(
  [platformPaths.login, platformPaths.google, sessionPaths.logout].map((path) => [
    path.toLowerCase(),
    path,
  ]),
)

/** Hands over the console's own calls, by POST alone: a platform that takes any method would hand out the token in a body. */
export const ownCallsByPost: RequestHandler = (req, res, next) => {
  const own = ownCallAt(req.url)
  if (own === undefined) return next()
  if (req.method === 'POST') {
    req.url = own
    return next()
  }
  res.setHeader('Allow', 'POST')
  sendProblem(res, { status: 405, code: 'bad_request', detail: rejectionMessages.methodNotAllowed })
}

/** Whatever case, slash at the end or second encoding a platform may read over. */
function ownCallAt(url: string): string | undefined {
  const path = decoded(url.split('?', 1)[0] ?? '')
  return ownCalls.get(path.replace(/\/$/, '').toLowerCase())
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decoded(decodeURIComponent(path))
  } catch {
    return path // A lone percent sign is text.
  }
}

/** Refuses bodies of another type or size than the call takes, before they are read (http.md "Who may write", Limits). */
export const apiBody: RequestHandler = (req, res, next) => {
  const type = mediaType(req.headers['content-type'])
  if (isSafeMethod(req.method) || (type === '' && !hasBody(req))) return next()
  const call = callAt(req.url)
  if (!call.takes.includes(type))
    return sendProblem(res, {
      status: 415,
      code: 'unsupported_type',
      detail: rejectionMessages.contentTypes(call.takes.join(', ')),
    })
  if (Number(req.headers['content-length'] ?? 0) > limitOf(call, type))
    return sendProblem(res, tooLarge)
  next()
}
