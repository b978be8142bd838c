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
  /** Whether what it answers was uploaded: it is there to be saved, and must not run in our origin. */
  isFile?: boolean
}

const jsonAnswerTypes = ['application/json', problemType]

export const eventStreamType = 'text/event-stream'

/** The calls that send or answer anything but JSON (design.md "API"); the first match counts. */
const proxyCalls: readonly ProxyCall[] = [
  {
    // Anybody may send these.
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
    // Small ones, of which a page shows many: they wait for no place beside uploads and exports.
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

export function getProxyCall(path: string): ProxyCall {
  const pathname = path.split('?', 1)[0] ?? ''
  const call = proxyCalls.find(({ pattern: matches }) => matches.test(pathname))
  if (!call) throw new Error('The last call matches every path')
  return call
}

/** Whether a body of this `Content-Type` is passed on as it comes: uploads. All others are read whole before. */
export const isStreamedBody = (call: ProxyCall, contentType: string | undefined): boolean =>
  call.contentTypes.includes('multipart/form-data') &&
  getMediaType(contentType) === 'multipart/form-data'

export const getBodyLimit = (call: ProxyCall, type: string): number =>
  type === 'application/json' ? Math.min(call.maxBytes, sizeLimits.jsonBody) : call.maxBytes
