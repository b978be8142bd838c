import { pipeline } from 'node:stream/promises'
import express from 'express'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { can } from '#shared/permissions/can.ts'
import type { Action, PermissionKey, Permission } from '#shared/permissions/permissions.ts'
import { findApiKeyCaller } from '../auth/apiKeys.ts'
import { parseApiKey } from '../auth/apiKeyText.ts'
import { authenticateRequest } from '../auth/authenticateRequest.ts'
import { requireRecentFactor } from '../auth/requireRecentFactor.ts'
import { stepUpRequired } from '#shared/engine/stepUpCode.ts'
import type { Account, Caller } from '../auth/tokens.ts'
import { logRejectedCall } from '../audit/rejectedCalls.ts'
import { receiveUpload } from './receiveUpload.ts'
import type { Platform } from '../platform/platform.ts'
import { performWrite } from './performWrite.ts'
import { requireApiKeyAccess } from './apiKeyCalls.ts'
import type { ApiKeyLimit } from './apiKeyLimit.ts'
import { assertBodyComplexity } from './bodyComplexity.ts'
import { parseRequest, getClientAddress } from '../platform/apiRequest.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import { getCallLimit } from './callLimits.ts'
import type { CallCounter, CallLimitName } from './callLimits.ts'
import { eventStreamHeaders } from './eventStream.ts'
import type { OpenStreams } from './openStreams.ts'
import type { CallResult, Call, RequiredPermission, PerformWrite } from './call.ts'
import { logViewedCall, requireViewable } from './viewedCalls.ts'
import { HttpError } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'

const rawBodies = new WeakMap<Request, Buffer>()

/**
 * JSON bodies of up to 1 MB, like the console's edge (http.md). Compressed bodies are rejected
 * because they could expand.
 */
const jsonBodyParser = express.json({
  limit: '1mb',
  inflate: false,
  verify: (request, _response, content) => rawBodies.set(request as Request, content),
})

/** What all calls of this process share. */
export type SharedCallState = {
  streams: OpenStreams
  counter: CallCounter
  keyLimit: ApiKeyLimit
}

/** Returns a call's handlers in reading order: authenticate, authorize, parse the body, respond. */
export function createCallHandler(
  call: Call,
  platform: Platform,
  { streams, counter, keyLimit }: SharedCallState,
): (RequestHandler | ErrorRequestHandler)[] {
  const { log } = platform
  const limit = getCallLimit(call)
  const answer: RequestHandler = async (request, response) => {
    const content = rawBodies.get(request) ?? Buffer.alloc(0)
    const apiRequest = parseRequest(request, String(response.locals['requestId']), content)
    const caller: Caller = response.locals['caller']
    const createPerform =
      (input: ApiRequest): PerformWrite =>
      (handler) =>
        performWrite(handler, input, platform, caller)
    if (typeof call.stepUp === 'function' && call.stepUp(apiRequest, caller))
      requireRecentFactor(caller, platform.now().toISOString())
    if (call.kind !== 'upload') {
      const answer = await handleCall(call, apiRequest, platform, caller, createPerform(apiRequest))
      return sendResult(response, addEventStream(answer, { caller, response, streams }), log)
    }
    await call.authorize(apiRequest, caller, platform, Number(request.get('content-length') ?? 0))
    const answer = await receiveUpload(request, platform.storage.incoming, (received) => {
      // A repeated upload is recognized by the file's hash and name, not by its form.
      const uploadRequest = {
        ...apiRequest,
        rawBody: Buffer.from(`${received.sha256} ${received.name}`),
      }
      return call.handler(received, uploadRequest, platform, createPerform(uploadRequest))
    })
    return sendResult(response, answer, log)
  }
  const handlers: RequestHandler[] = [
    async (request, response, next) => {
      if (call.kind === 'open' && call.identifiesApiKeys) {
        response.vary('authorization')
        const key = parseApiKey(request.get('authorization'))
        const address = getClientAddress(request)
        const caller = key === null ? null : await findApiKeyCaller(platform, key, address)
        if (caller?.apiKey) {
          keyLimit.count(caller.apiKey.id, response)
          requireApiKeyAccess(call, caller.apiKey, address)
          response.locals['caller'] = caller
        }
      }
      if (call.kind !== 'open') {
        const caller = await authenticateRequest(platform, request, call.audiences)
        response.locals['caller'] = caller
        if (caller.viewer) requireViewable(call)
        const { apiKey } = caller
        if (apiKey) {
          keyLimit.count(apiKey.id, response)
          requireApiKeyAccess(call, apiKey, getClientAddress(request))
        }
        requirePermission(call.permission, caller)
        if (call.stepUp === 'always') requireRecentFactor(caller, platform.now().toISOString())
        if (caller.viewer && !call.endsView)
          await logViewedCall(platform, { call, caller, viewer: caller.viewer, request, response })
      }
      next()
    },
    ...(call.body ? [requireJson, jsonBodyParser, requireBodyShape] : []),
    limit ? createCountedHandler(limit, counter, answer) : answer,
  ]
  return [...handlers, createRejectionLogger(call, platform)]
}

const createRejectionLogger =
  (call: Call, platform: Platform): ErrorRequestHandler =>
  async (error: unknown, request, response, next) => {
    await logForbiddenCall(call, platform, { error, request, response })
    next(error)
  }

type FailedRequest = { error: unknown; request: Request; response: Response }

/** Logs a call rejected with 403 before the response is sent. */
async function logForbiddenCall(
  call: Call,
  platform: Platform,
  { error, request, response }: FailedRequest,
): Promise<void> {
  const caller: Caller | undefined = response.locals['caller']
  if (!(error instanceof HttpError) || error.problem.status !== 403 || !caller) return
  // The caller may make the call, but has to confirm it first.
  if (error.problem.code === stepUpRequired) return
  const id = String(response.locals['requestId'])
  try {
    const rejected = { call, caller, request: { id, ip: getClientAddress(request) } }
    await logRejectedCall(platform, error, rejected)
  } catch (err) {
    platform.log.error({ requestId: id, err }, "A rejected call couldn't be logged")
  }
}

/**
 * Counts a call until its response is complete, so streams and exports count while they're read.
 */
const createCountedHandler =
  (limit: CallLimitName, counter: CallCounter, respond: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    const end = counter.start(limit, response.locals['caller'])
    try {
      await respond(request, response, next)
    } finally {
      end()
    }
  }

/**
 * Rejects a caller without this permission with 403. `what` is the subject of the error sentence.
 */
export function requirePermission(
  permission: RequiredPermission,
  caller: Account,
  what: string = httpMessages.thisCall,
): void {
  if (permission === 'signedIn' || hasPermission(permission, caller)) return
  throw new HttpError(403, 'forbidden', httpMessages.needsPermission(what, permission), {
    permission,
  })
}

export function hasPermission(
  permission: Permission,
  { permissions }: Pick<Account, 'permissions'>,
): boolean {
  // A permission is a key and an action.
  const [key, action] = permission.split(':') as [PermissionKey, Action]
  return can(permissions, key, action)
}

const requireJson: RequestHandler = (request, _response, next) => {
  if (!request.is('application/json'))
    throw new HttpError(415, 'unsupported_type', httpMessages.sendJson)
  next()
}

const requireBodyShape: RequestHandler = (request, _response, next) => {
  assertBodyComplexity(request.body)
  next()
}

function handleCall(
  call: Exclude<Call, { kind: 'upload' }>,
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  if (call.kind === 'open') return call.handler(request, platform, caller)
  if (call.kind === 'write') return perform(call.handler)
  return call.handler(request, platform, caller, perform)
}

/** Adds the event stream of a result, if it has one, as its content. */
function addEventStream(
  result: CallResult,
  { caller, response, streams }: { caller: Caller; response: Response; streams: OpenStreams },
): CallResult {
  const { events } = result
  if (!events) return result
  const disconnect = new AbortController()
  response.once('close', () => disconnect.abort())
  const open = async () => streams.open(caller, events, disconnect.signal)
  return { ...result, content: { headers: eventStreamHeaders, open } }
}

async function sendResult(
  response: Response,
  { status, body, version, etag, content }: CallResult,
  log: Logger,
): Promise<void> {
  if (version !== undefined) response.set('ETag', `"${version}"`)
  if (etag) {
    // `no-store`, which every other response has, would keep clients from asking again.
    response.set({ ETag: etag, 'Cache-Control': 'no-cache' })
    // `fresh` compares the header of the request with that of the response.
    if (response.req.fresh) return void response.status(304).end()
  }
  response.status(status)
  if (content) {
    const stream = await content.open()
    if (response.destroyed) return void stream.destroy() // The client disconnected in the meantime.
    response.set(content.headers)
    // A disconnect ends the stream. If the stream fails, the response must break off so it doesn't
    // look complete.
    await pipeline(stream, response).catch((err: NodeJS.ErrnoException) => {
      response.destroy()
      if (err.code === 'ERR_STREAM_PREMATURE_CLOSE') return
      log.error({ requestId: response.locals['requestId'], err }, 'A response was interrupted')
    })
  } else if (body === undefined) response.end()
  else response.json(body)
}
