import { problemType } from '#shared/engine/problem.ts'
import { fileTypes } from '#shared/format/fileTypes.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import type { ConnectionKind } from './exchange.ts'
import { getMediaType } from '../edge/writeCheck.ts'

export type ProxyCall = {
  pattern: RegExp
  contentTypes: readonly string[]
  maxBytes: number
  answerTypes: readonly string[]
  connection?: ConnectionKind
  /** Whether the response is an uploaded file, which must be saved and never run in our origin. */
  isFile?: boolean
}

const jsonAnswerTypes = ['application/json', problemType]

export const eventStreamType = 'text/event-stream'

/**
 * Calls whose request or response isn't just JSON, and a default (design.md "API"). The first match
 * counts.
 */
const proxyCalls: readonly ProxyCall[] = [
  {
    // Anyone can send these.
    pattern: /^\/invitations\/(check|accept)\/?$/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.openBody,
    answerTypes: jsonAnswerTypes,
  },
  {
    pattern: /^\/files\/?$/,
    contentTypes: ['multipart/form-data'],
    maxBytes: sizeLimits.upload,
    answerTypes: jsonAnswerTypes,
  },
  {
    // Small files, many of them on one page, so they don't wait for the connections of uploads and
    // exports.
    pattern: /^\/files\/[^/]+\/thumbnail\/?$/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.jsonBody,
    answerTypes: [...jsonAnswerTypes, 'image/webp'],
    isFile: true,
  },
  {
    pattern: /^\/files\/[^/]+\/?$/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.jsonBody,
    answerTypes: [...jsonAnswerTypes, ...Object.keys(fileTypes)],
    connection: 'long',
    isFile: true,
  },
  {
    // Calendar apps read it without a session.
    pattern: /^\/calendarFeed\/events\/?$/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.openBody,
    answerTypes: [...jsonAnswerTypes, 'text/calendar'],
  },
  {
    pattern: /\/(upload|import)\/?$/,
    contentTypes: ['application/json', 'multipart/form-data'],
    maxBytes: sizeLimits.upload,
    answerTypes: jsonAnswerTypes,
  },
  {
    pattern: /\/export\/?$/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.jsonBody,
    answerTypes: [...jsonAnswerTypes, 'text/csv', 'application/x-ndjson'],
    connection: 'long',
  },
  {
    pattern: /^\/(?:jobs\/[^/]+|logEntries|platformLogEntries|\w+\/[^/]+\/tests)\/events\/?$/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.jsonBody,
    answerTypes: [...jsonAnswerTypes, eventStreamType],
    connection: 'events',
  },
  {
    pattern: /^/,
    contentTypes: ['application/json'],
    maxBytes: sizeLimits.jsonBody,
    answerTypes: jsonAnswerTypes,
  },
]

export function getProxyRules(path: string): ProxyCall {
  const pathname = path.split('?', 1)[0] ?? ''
  const call = proxyCalls.find(({ pattern }) => pattern.test(pathname))
  if (!call) throw new Error('The last call matches every path')
  return call
}

/**
 * Whether a body with this `Content-Type` is streamed: uploads. All others are read whole first.
 */
export const isStreamedBody = (call: ProxyCall, contentType: string | undefined): boolean =>
  call.contentTypes.includes('multipart/form-data') &&
  getMediaType(contentType) === 'multipart/form-data'

export const getBodyLimit = (call: ProxyCall, type: string): number =>
  type === 'application/json' ? Math.min(call.maxBytes, sizeLimits.jsonBody) : call.maxBytes
