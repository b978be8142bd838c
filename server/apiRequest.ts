import type { RequestHandler } from 'express'
import { refusalMessages } from '#shared/refusalMessages.ts'
import { sendProblem } from './problems.ts'
import { tooLarge } from './proxy.ts'
import { callAt, limitOf } from './proxyCalls.ts'
import { proxyPath } from './proxyPath.ts'
import { hasBody } from './requestBody.ts'
import { isSafeMethod, mediaType } from './writeCheck.ts'

/**
 * Replaces the path below `/api` by its rebuilt form, so that the console's own calls are recognised under every
 * spelling that the platform would read as the same; refuses what cannot be rebuilt.
 */
export const apiPath: RequestHandler = (req, res, next) => {
  res.locals['route'] = '/api/*'
  const path = proxyPath(req.url)
  if (path === null)
    return sendProblem(res, {
      status: 400,
      code: 'bad_request',
      title: refusalMessages.malformed('path'),
    })
  req.url = path
  next()
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
      title: refusalMessages.type(call.takes.join(', ')),
    })
  if (Number(req.headers['content-length'] ?? 0) > limitOf(call, type))
    return sendProblem(res, tooLarge)
  next()
}
