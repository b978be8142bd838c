import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserApi } from '#client/runtime/browserApi.ts'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import { ApiError } from '#shared/engine/api.ts'

/** A browser API over one scripted answer, and what it asked. */
function apiOver(answer: Response | Error) {
  const onUnauthorised = vi.fn<() => void>()
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  )
  const asked = () => {
    const [address, init] = fetch.mock.calls[0] ?? []
    return { address, ...init, headers: Object.fromEntries(new Headers(init?.headers)) }
  }
  return { api: createBrowserApi({ onUnauthorized: onUnauthorised, fetch }), asked, onUnauthorised }
}

const problem = (status: number, more: object = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status, title: 'No', code: 'invalid', ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

describe('a call of the browser', () => {
  test('goes to /api of the console itself, with its query', async () => {
    const { api, asked } = apiOver(Response.json({ data: [] }))
    const search = new URLSearchParams({ search: 'a b', limit: '25' })
    expect(await api.send({ method: 'GET', path: '/sizes', search })).toEqual({
      status: 200,
      body: { data: [] },
    })
    expect(asked()).toEqual({
      address: '/api/sizes?search=a+b&limit=25',
      method: 'GET',
      headers: { accept: 'application/json' },
    })
  })

  test('has no question mark without a query', async () => {
    const { api, asked } = apiOver(Response.json({}))
    await api.send({ method: 'GET', path: '/sizes', search: new URLSearchParams() })
    expect(asked().address).toBe('/api/sizes')
  })

  test('sends JSON, version and idempotency key', async () => {
    const { api, asked } = apiOver(Response.json({}))
    const body = { name: 'Große' }
    await api.send({ method: 'PATCH', path: '/sizes/3', body, ifMatch: 0, idempotencyKey: 'k1' })
    expect(asked()).toEqual({
      address: '/api/sizes/3',
      method: 'PATCH',
      body: '{"name":"Große"}',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'if-match': '0',
        'idempotency-key': 'k1',
      },
    })
  })

  test.each([
    ['no body', new Response(null, { status: 204 })],
    ['a body that is no JSON', new Response('<p>', { headers: { 'content-type': 'text/html' } })],
    ['an empty text', new Response('')],
  ])('an answer with %s has no body', async (_, answer) => {
    const { api } = apiOver(answer)
    expect(await api.send({ method: 'DELETE', path: '/sizes/3' })).toMatchObject({
      body: undefined,
    })
  })
})

describe('a call that fails', () => {
  test('rejects with the problem of the answer and the wait that it names', async () => {
    const fields = { code: 'Code is taken' }
    const { api } = apiOver(problem(422, { fields }, { 'retry-after': '8' }))
    await expect(api.send({ method: 'POST', path: '/sizes', body: {} })).rejects.toMatchObject({
      status: 422,
      retryAfter: 8,
      problem: { code: 'invalid', fields },
    })
  })

  test('goes by its status where it says nothing', async () => {
    const { api } = apiOver(new Response('<h1>nginx</h1>', { status: 502 }))
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({
      status: 502,
      problem: { code: 'unreachable' },
      retryAfter: undefined,
    })
  })

  test.each(['soon', '', '0'])('with an odd Retry-After (%j) names no wait', async (wait) => {
    const { api } = apiOver(problem(503, {}, { 'retry-after': wait }))
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({
      retryAfter: undefined,
    })
  })

  test('a network that is down is a failure of its own', async () => {
    const { api } = apiOver(new TypeError('Failed to fetch'))
    const failure = api.send({ method: 'GET', path: '/sizes' })
    await expect(failure).rejects.toBeInstanceOf(ApiError)
    await expect(failure).rejects.toMatchObject({ status: 502, problem: { code: 'network' } })
  })

  test('an answer that is cut off is a bad answer', async () => {
    const headers = { 'content-type': 'application/json' }
    const { api } = apiOver(new Response('{"data":[', { headers }))
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({
      status: 502,
      problem: { code: 'bad_answer' },
    })
  })

  test('a call that was called off rejects with the reason, not as a failure of the network', async () => {
    const reason = new Error('navigated away')
    const { api } = apiOver(reason)
    const signal = AbortSignal.abort(reason)
    await expect(api.send({ method: 'GET', path: '/sizes', signal })).rejects.toBe(reason)
  })
})

describe('spec.md section 8: a 401 on any response signs the operator out', () => {
  test.each([
    ['with a problem', problem(401)],
    ['without a word', new Response(null, { status: 401 })],
    [
      'with JSON that is cut off',
      new Response('{', { status: 401, headers: { 'content-type': 'application/json' } }),
    ],
  ])('a 401 %s', async (_, answer) => {
    const { api, onUnauthorised } = apiOver(answer)
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toBeInstanceOf(ApiError)
    expect(onUnauthorised).toHaveBeenCalledTimes(1)
  })

  test.each([200, 400, 403, 404, 500])('a %i does not', async (status) => {
    const { api, onUnauthorised } = apiOver(Response.json({}, { status }))
    await api.send({ method: 'GET', path: '/sizes' }).catch(() => undefined)
    expect(onUnauthorised).not.toHaveBeenCalled()
  })
})

describe('what the session machine asks of a browser', () => {
  const effectsOver = (answer: Response | Error) => {
    const { api, asked } = apiOver(answer)
    return { effects: createBrowserEffects(api), asked }
  }
  const credentials = { email: 'ann@example.com', password: 'secret' }
  const user = { id: 7, storeId: 1, sIdentifier: 1 }

  test('a login sends the credentials and answers user and permissions', async () => {
    const { effects, asked } = effectsOver(Response.json({ user, permissions: ['Sizes'] }))
    expect(await effects.logIn(credentials)).toEqual({ user, permissions: ['Sizes'] })
    expect(asked()).toMatchObject({ method: 'POST', address: '/api/auth/login' })
    expect(asked().body).toBe(JSON.stringify(credentials))
  })

  test.each([
    [problem(401, { code: 'refused' }), { code: 'refused' }],
    [
      problem(429, { code: 'throttled' }, { 'retry-after': '8' }),
      { code: 'throttled', retryAfter: 8 },
    ],
    [new TypeError('Failed to fetch'), { code: 'network' }],
    [Response.json({ user: { ...user, sIdentifier: 2 }, permissions: [] }), { code: 'bad_answer' }],
  ])('a login that fails rejects with a code', async (answer, failure) => {
    await expect(effectsOver(answer).effects.logIn(credentials)).rejects.toEqual(failure)
  })

  test('clearing the session is bounded in time, and leaves no draft in the tab', async () => {
    const clear = vi.fn<() => void>()
    vi.stubGlobal('sessionStorage', { clear })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { effects, asked } = effectsOver(new Response(null, { status: 204 }))
    await effects.clearSession()
    expect(clear).toHaveBeenCalledOnce()
    expect(asked()).toMatchObject({ method: 'POST', address: '/api/auth/logout' })
    expect(asked().signal).toBeInstanceOf(AbortSignal)
  })
})
