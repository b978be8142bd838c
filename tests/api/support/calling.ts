import { expect } from 'vitest'
import type { TestAccount, TestPlatform } from '#tests/support/servers/platform.ts'

/** An answer of the API with its parsed body. */
export type ApiResult = { status: number; headers: Headers; body: Body }
// Tests assert what they expect of a body, so a wrong guess fails the test, not the type check.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

type Options = {
  body?: unknown
  ifMatch?: number | string
  key?: string
  headers?: HeadersInit
  /** Closes streams when they start, because they don't end. */
  closesStream?: boolean
}

/** Makes calls to a platform as one visitor. */
export type Caller = (method: string, path: string, options?: Options) => Promise<ApiResult>

/** Creates a caller with this token, or without one. */
export const createCaller =
  ({ url }: Pick<TestPlatform, 'url'>, token?: string): Caller =>
  async (method, path, { body, ifMatch, key, headers, closesStream } = {}) => {
    const response = await fetch(url + path, {
      method: method.toUpperCase(), // fetch doesn't convert `patch` itself.
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
    const isClosed = closesStream === true && type === 'text/event-stream'
    if (isClosed) await response.body?.cancel()
    const text = isClosed ? '' : await response.text()
    return {
      status: response.status,
      headers: response.headers,
      // Returns files as text.
      body: /\bjson$|^$/.test(type) ? (text ? JSON.parse(text) : null) : text,
    }
  }

/** Signs the account in and returns its token. */
export async function fetchToken(platform: TestPlatform, account: TestAccount): Promise<string> {
  const { email, password } = account
  const answer = await createCaller(platform)('POST', '/auth/login', { body: { email, password } })
  expect(answer.status).toBe(200)
  return answer.body.token
}

/**
 * Signs in as the operator or this account, and returns a caller. When a call needs a recent
 * confirmation because the clock was moved, it enters the password and repeats the call.
 */
export async function openSession(
  platform: TestPlatform,
  account: TestAccount = platform.operator,
): Promise<Caller> {
  const call = await openUnconfirmedSession(platform, account)
  return async (method, path, options) => {
    const answer = await call(method, path, options)
    if (answer.body?.code !== 'step_up_required') return answer
    const body = { method: 'password', password: account.password }
    expect((await call('POST', '/auth/stepUp', { body })).status).toBe(204)
    return call(method, path, options)
  }
}

/** Signs in like `openSession`, but confirms nothing later. */
export const openUnconfirmedSession = async (
  platform: TestPlatform,
  account: TestAccount = platform.operator,
): Promise<Caller> => createCaller(platform, await fetchToken(platform, account))
