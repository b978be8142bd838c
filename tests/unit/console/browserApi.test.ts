import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserApi } from '#client/runtime/browserApi.ts'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import { ApiError } from '#shared/engine/api.ts'

/** Creates a browser API with one scripted answer, and a way to read its request. */
function createApi(answer: Response | Error) {
  const onUnauthorized = vi.fn<() => void>()
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  )
  const getRequest = () => {
    const [address, init] = fetch.mock.calls[0] ?? []
    return { address, ...init, headers: Object.fromEntries(new Headers(init?.headers)) }
  }
  return { api: createBrowserApi({ onUnauthorized, fetch }), getRequest, onUnauthorized }
}

const problem = (status: number, more: object = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status, title: 'No', code: 'invalid', ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

describe('Browser API calls', () => {
  test('go to /api of the console, with their query', async () => {
    const { api, getRequest } = createApi(Response.json({ data: [] }))
    const search = new URLSearchParams({ search: 'a b', limit: '25' })
    expect(await api.send({ method: 'GET', path: '/sizes', search })).toEqual({
      status: 200,
      body: { data: [] },
    })
    expect(getRequest()).toEqual({
      address: '/api/sizes?search=a+b&limit=25',
      method: 'GET',
      headers: { accept: 'application/json' },
    })
  })

  test('have no question mark without a query', async () => {
    const { api, getRequest } = createApi(Response.json({}))
    await api.send({ method: 'GET', path: '/sizes', search: new URLSearchParams() })
    expect(getRequest().address).toBe('/api/sizes')
  })

  test('send JSON, version, and idempotency key', async () => {
    const { api, getRequest } = createApi(Response.json({}))
    const body = { name: 'Große' }
    await api.send({ method: 'PATCH', path: '/sizes/3', body, ifMatch: 0, idempotencyKey: 'k1' })
    expect(getRequest()).toEqual({
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
    ['a body that is not JSON', new Response('<p>', { headers: { 'content-type': 'text/html' } })],
    ['empty text', new Response('')],
  ])('return no body for an answer with %s', async (_, answer) => {
    const { api } = createApi(answer)
    expect(await api.send({ method: 'DELETE', path: '/sizes/3' })).toMatchObject({
      body: undefined,
    })
  })
})

describe('Browser API calls that fail', () => {
  test("reject with the answer's problem and its Retry-After", async () => {
    const fields = { code: 'Code is taken' }
    const { api } = createApi(problem(422, { fields }, { 'retry-after': '8' }))
    await expect(api.send({ method: 'POST', path: '/sizes', body: {} })).rejects.toMatchObject({
      status: 422,
      retryAfter: 8,
      problem: { code: 'invalid', fields },
    })
  })

  test('use the status of an answer without a problem', async () => {
    const { api } = createApi(new Response('<h1>nginx</h1>', { status: 502 }))
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({
      status: 502,
      problem: { code: 'unreachable' },
      retryAfter: undefined,
    })
  })

  test.each(['soon', '', '0'])('ignore a Retry-After that is not valid (%j)', async (wait) => {
    const { api } = createApi(problem(503, {}, { 'retry-after': wait }))
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({
      retryAfter: undefined,
    })
  })

  test('reject with the code "network" if the network is down', async () => {
    const { api } = createApi(new TypeError('Failed to fetch'))
    const failure = api.send({ method: 'GET', path: '/sizes' })
    await expect(failure).rejects.toBeInstanceOf(ApiError)
    await expect(failure).rejects.toMatchObject({ status: 502, problem: { code: 'network' } })
  })

  test('reject an incomplete answer as a bad answer', async () => {
    const headers = { 'content-type': 'application/json' }
    const { api } = createApi(new Response('{"data":[', { headers }))
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({
      status: 502,
      problem: { code: 'bad_answer' },
    })
  })

  test('reject with the reason of an abort, not as a network failure', async () => {
    const reason = new Error('navigated away')
    const { api } = createApi(reason)
    const signal = AbortSignal.abort(reason)
    await expect(api.send({ method: 'GET', path: '/sizes', signal })).rejects.toBe(reason)
  })
})

describe('spec.md section 8: a 401 on any response signs the operator out', () => {
  test.each([
    ['with a problem', problem(401)],
    ['without a body', new Response(null, { status: 401 })],
    [
      'with incomplete JSON',
      new Response('{', { status: 401, headers: { 'content-type': 'application/json' } }),
    ],
  ])('a 401 %s signs the operator out', async (_, answer) => {
    const { api, onUnauthorized } = createApi(answer)
    await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toBeInstanceOf(ApiError)
    expect(onUnauthorized).toHaveBeenCalledTimes(1)
  })

  test.each([200, 400, 403, 404, 500])('a %i does not sign the operator out', async (status) => {
    const { api, onUnauthorized } = createApi(Response.json({}, { status }))
    await api.send({ method: 'GET', path: '/sizes' }).catch(() => undefined)
    expect(onUnauthorized).not.toHaveBeenCalled()
  })
})

describe('Browser effects of the session machine', () => {
  const createEffects = (answer: Response | Error) => {
    const { api, getRequest } = createApi(answer)
    return { effects: createBrowserEffects(api), getRequest }
  }
  const credentials = { email: 'ann@example.com', password: 'secret' }
  const user = { id: 7, storeId: 1, sIdentifier: 1 }

  test('a login sends the credentials and returns user and permissions', async () => {
    const { effects, getRequest } = createEffects(Response.json({ user, permissions: ['Sizes'] }))
    expect(await effects.logIn(credentials)).toEqual({ user, permissions: ['Sizes'] })
    expect(getRequest()).toMatchObject({ method: 'POST', address: '/api/auth/login' })
    expect(getRequest().body).toBe(JSON.stringify(credentials))
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
    await expect(createEffects(answer).effects.logIn(credentials)).rejects.toEqual(failure)
  })

  test("clearing the session has a time limit and deletes the tab's drafts", async () => {
    const clear = vi.fn<() => void>()
    vi.stubGlobal('sessionStorage', { clear })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { effects, getRequest } = createEffects(new Response(null, { status: 204 }))
    await effects.clearSession()
    expect(clear).toHaveBeenCalledOnce()
    expect(getRequest()).toMatchObject({ method: 'POST', address: '/api/auth/logout' })
    expect(getRequest().signal).toBeInstanceOf(AbortSignal)
  })
})
