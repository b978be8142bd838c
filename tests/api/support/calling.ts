import { expect } from 'vitest'
import type { TestAccount, TestPlatform } from '#tests/support/servers/platform.ts'

/** An answer of the API, its body read: what a test looks into. */
export type Answered = { status: number; headers: Headers; body: Body }
// A test names what it expects of an answer; a wrong guess fails the test, not the type check.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

type Options = {
  body?: unknown
  ifMatch?: number | string
  key?: string
  headers?: HeadersInit
  /** Streams are left when they begin: they would go on. */
  leaves?: boolean
}

/** Makes calls to a platform as one visitor. */
export type Caller = (method: string, path: string, options?: Options) => Promise<Answered>

/** A visitor with this token, or with none. */
export const visitor =
  ({ url }: Pick<TestPlatform, 'url'>, token?: string): Caller =>
  async (method, path, { body, ifMatch, key, headers, leaves } = {}) => {
    const response = await fetch(url + path, {
      method: method.toUpperCase(), // Of `patch` alone, fetch does not do it itself.
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'If-Match': String(ifMatch) }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...Object.fromEntries(new Headers(headers)),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const isLeft = leaves === true && type === 'text/event-stream'
    if (isLeft) await response.body?.cancel()
    const text = isLeft ? '' : await response.text()
    return {
      status: response.status,
      headers: response.headers,
      // Files are text.
      body: /\bjson$|^$/.test(type) ? (text ? JSON.parse(text) : null) : text,
    }
  }

/** Signs the account in and answers its token. */
export async function tokenOf(platform: TestPlatform, account: TestAccount): Promise<string> {
  const { email, password } = account
  const answer = await visitor(platform)('POST', '/auth/login', { body: { email, password } })
  expect(answer.status).toBe(200)
  return answer.body.token
}

/** Someone who is signed in: the operator, or the account given. */
export const signedIn = async (
  platform: TestPlatform,
  account: TestAccount = platform.operator,
): Promise<Caller> => visitor(platform, await tokenOf(platform, account))
