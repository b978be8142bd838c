import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { rejectionMessages } from './messages.ts'
import { rejectRequest } from './problems.ts'

const allowedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Returns the malformed part of a request that Node's parser accepts, or null (http.md "Known
 * traps").
 */
function findMalformedPart(
  request: Pick<IncomingMessage, 'url' | 'httpVersion' | 'rawHeaders' | 'headers'>,
): keyof typeof rejectionMessages.malformed | null {
  const { host, 'transfer-encoding': encoding } = request.headers
  if (host === undefined ? request.httpVersion !== '1.0' : !isHostHeader(host)) return 'host'
  if (countHeaders('host', request.rawHeaders) > 1) return 'host'
  if (encoding !== undefined && (request.httpVersion === '1.0' || !/^chunked$/i.test(encoding)))
    return 'transferEncoding'
  return isRequestTarget(request.url ?? '') ? null : 'target'
}

const isHostHeader = (host: string) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host)

const countHeaders = (name: string, rawHeaders: readonly string[]) => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name)
      count += 1
  return count
}

const isRequestTarget = (target: string) =>
  /^\/(?!\/)(?:[!-"$&-[\]-~]|%[\da-f]{2})*$/i.test(target) && !hasInvalidEscapes(target)

/** Escapes that aren't UTF-8 would throw wherever the URL is decoded later. */
const hasInvalidEscapes = (target: string) => {
  if (!target.includes('%')) return false
  try {
    decodeURIComponent(target)
    return false
  } catch {
    return true
  }
}

/** Rejects malformed requests and unsupported methods before any other step. */
export const rejectMalformedRequests: RequestHandler = (req, res, next) => {
  if (!allowedMethods.has(req.method)) {
    res.setHeader('Allow', [...allowedMethods].join(', '))
    return rejectRequest(req, res, {
      status: 405,
      code: 'bad_request',
      detail: rejectionMessages.methodNotAllowed,
    })
  }
  const malformedPart = findMalformedPart(req)
  if (malformedPart === null) return next()
  rejectRequest(req, res, {
    status: 400,
    code: 'bad_request',
    detail: rejectionMessages.malformed[malformedPart],
  })
}
