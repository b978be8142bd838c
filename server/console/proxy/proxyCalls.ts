import { problemType } from '#shared/engine/problem.ts'
import { fileTypes } from '#shared/format/fileTypes.ts'
import { sizeLimits } from '../edge/requestBody.ts'
import type { Way } from './exchange.ts'
import { mediaType } from '../edge/writeCheck.ts'

export type Call = {
  matches: RegExp
  takes: readonly string[]
  limit: number
  answers: readonly string[]
  way?: Way
  /** Whether what it answers was uploaded: it is there to be saved, and must not run in our origin. */
  isFile?: boolean
}

const json = ['application/json', problemType]

export const eventStream = 'text/event-stream'

/** The calls that send or answer anything but JSON (design.md "API"); the first match counts. */
const calls: readonly Call[] = [
  {
    // Anybody may send these.
    matches: /^\/invitations\/(check|accept)\/?$/,
    takes: ['application/json'],
    limit: sizeLimits.openBody,
    answers: json,
  },
  {
    matches: /^\/files\/?$/,
    takes: ['multipart/form-data'],
    limit: sizeLimits.upload,
    answers: json,
  },
  {
    // Small ones, of which a page shows many: they wait for no place beside uploads and exports.
    matches: /^\/files\/[^/]+\/thumbnail\/?$/,
    takes: ['application/json'],
    limit: sizeLimits.jsonBody,
    answers: [...json, 'image/webp'],
    isFile: true,
  },
  {
    matches: /^\/files\/[^/]+\/?$/,
    takes: ['application/json'],
    limit: sizeLimits.jsonBody,
    answers: [...json, ...Object.keys(fileTypes)],
    way: 'long',
    isFile: true,
  },
  {
    matches: /\/(upload|import)\/?$/,
    takes: ['application/json', 'multipart/form-data'],
    limit: sizeLimits.upload,
    answers: json,
  },
  {
    matches: /\/export\/?$/,
    takes: ['application/json'],
    limit: sizeLimits.jsonBody,
    answers: [...json, 'text/csv', 'application/x-ndjson'],
    way: 'long',
  },
  {
    matches: /^\/(?:jobs\/[^/]+|logEntries|platformLogEntries|\w+\/[^/]+\/tests)\/events\/?$/,
    takes: ['application/json'],
    limit: sizeLimits.jsonBody,
    answers: [...json, eventStream],
    way: 'events',
  },
  { matches: /^/, takes: ['application/json'], limit: sizeLimits.jsonBody, answers: json },
]

export function callAt(path: string): Call {
  const pathname = path.split('?', 1)[0] ?? ''
  const call = calls.find(({ matches }) => matches.test(pathname))
  if (!call) throw new Error('The last call matches every path')
  return call
}

/** Whether a body of this `Content-Type` is passed on as it comes: uploads. All others are read whole before. */
export const isStreamed = (call: Call, contentType: string | undefined): boolean =>
  call.takes.includes('multipart/form-data') && mediaType(contentType) === 'multipart/form-data'

export const limitOf = (call: Call, type: string): number =>
  type === 'application/json' ? Math.min(call.limit, sizeLimits.jsonBody) : call.limit
