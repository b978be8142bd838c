import type { Socket } from 'node:net'
import { problemType } from '#shared/engine/problem.ts'
import type { ProblemCode } from '#shared/engine/problem.ts'
import { httpMessages } from '../platform/httpMessages.ts'

type UnreadableReason = {
  status: number
  text: string
  code: ProblemCode
  title: string
  detail: string
}

const defaultReason: UnreadableReason = {
  status: 400,
  text: 'Bad Request',
  code: 'bad_request',
  title: httpMessages.requestNotReadable,
  detail: httpMessages.notHttp,
}
const reasonsByErrorCode: Record<string, UnreadableReason> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: 'Request Header Fields Too Large',
    code: 'too_large',
    title: httpMessages.headersTooLarge,
    detail: httpMessages.headerLimit,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    text: 'Request Timeout',
    code: 'timeout',
    title: httpMessages.requestTooSlow,
    detail: httpMessages.requestLate,
  },
}

/**
 * Answers a request that Node can't parse with a problem, like every other error, and closes the
 * connection.
 */
export function rejectUnreadableRequest(error: Error & { code?: string }, socket: Socket): void {
  // Node keeps a response in progress here. Writing another one would corrupt it.
  if (!socket.writable || Reflect.get(socket, '_httpMessage')) return void socket.destroy()
  const { status, text, code, title, detail } =
    reasonsByErrorCode[error.code ?? ''] ?? defaultReason
  const body = JSON.stringify({ status, code, title, detail })
  socket.end(
    [
      `HTTP/1.1 ${status} ${text}`,
      'Connection: close',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}
