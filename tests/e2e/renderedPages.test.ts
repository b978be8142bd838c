import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startConsole } from '../support/servers/consoleProcess.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const token = 'token-that-must-stay-on-the-server'
const details = {
  user: { id: 7, storeId: 3, sIdentifier: 1, name: 'Olga Operator' },
  permissions: ['ordersRead'],
}
const size = {
  id: 1,
  version: 1,
  name: 'Small',
  code: 'S',
  group: 'adult',
  position: 1,
  active: true,
}
const page = { next: null, previous: null, total: 1, totalIsCapped: false }

let upstream: RecordingUpstream
let console: Awaited<ReturnType<typeof startConsole>>
let enforcingConsole: Awaited<ReturnType<typeof startConsole>>

beforeAll(async () => {
  upstream = await startRecordingUpstream()
  const env = { UPSTREAM_TIMEOUT_MS: '1500' }
  ;[console, enforcingConsole] = await Promise.all([
    startConsole(upstream.url, env),
    startConsole(upstream.url, { ...env, ENFORCE_PERMISSIONS: 'on' }),
  ])
})
afterAll(async () => {
  await Promise.all([console.stop(), enforcingConsole.stop()])
  await upstream.stop()
})
beforeEach(() => {
  upstream.on('GET /users/roles/details', play.json(200, details))
  upstream.on('GET /sizes', play.json(200, { data: [size], page }))
})

/** Requests a page as a signed-in browser does, without following redirects. */
async function visit(
  path: string,
  {
    at = console,
    signedIn = true,
    ...init
  }: RequestInit & { at?: typeof console; signedIn?: boolean } = {},
) {
  const response = await fetch(at.url + path, {
    redirect: 'manual',
    ...init,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(signedIn ? { cookie: `apiToken=${token}; storeId=3; userId=7` } : {}),
      ...init.headers,
    },
  })
  return {
    response,
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
  }
}

const post = (path: string, fields: Record<string, string>) =>
  visit(path, { method: 'POST', body: new URLSearchParams(fields) })

describe('Redirects', () => {
  test('send a signed-out visitor to sign-in, which keeps the requested URL', async () => {
    expect(await visit('/sizes?search=x', { signedIn: false })).toMatchObject({
      status: 302,
      location: '/?next=%2Fsizes%3Fsearch%3Dx',
    })
  })

  test('send a signed-in visitor on / to the dashboard or to the requested URL', async () => {
    expect(await visit('/')).toMatchObject({ status: 302, location: '/dashboard' })
    expect(await visit('/?next=%2Fsizes')).toMatchObject({ status: 302, location: '/sizes' })
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%0d%0aevil'])(
    'never leave this origin: next=%s',
    async (next) => {
      const { location } = await visit(`/?next=${encodeURIComponent(next)}`)
      expect(new URL(location ?? '', console.url).origin).toBe(console.url)
    },
  )

  test('send a visitor to sign-in and expire the cookies when the platform returns 401', async () => {
    upstream.on('GET /sizes', play.json(401, {}))
    const { status, location, response } = await visit('/sizes')
    expect({ status, location }).toEqual({ status: 302, location: '/' })
    const expired = response.headers
      .getSetCookie()
      .filter((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))
    expect(expired).toHaveLength(3)
  })
})

describe('A rendered page', () => {
  test('contains the markup, the data, and the title, but never the token', async () => {
    const { html, status } = await visit('/sizes')
    expect(status).toBe(200)
    expect(html).toContain('Small')
    expect(html).toContain('<title>Sizes · Operator console</title>')
    expect(html).toMatch(/>OO<\/summary>/)
    expect(html).not.toContain(token)
  })

  test('contains only known fields of the user, even if the platform repeats the token in others', async () => {
    const user = { ...details.user, token, apiToken: token, note: 'inner note' }
    upstream.on('GET /users/roles/details', play.json(200, { user, permissions: [] }))
    const { html } = await visit('/sizes')
    expect(html).toContain('Olga Operator')
    expect(html).not.toMatch(new RegExp(`${token}|inner note`))
  })

  test('sends the platform the visitor, the request ID, and the address', async () => {
    await visit('/sizes?search=teller')
    const call = upstream.calls.find(({ url }) => url.includes('teller'))
    expect(call?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      userid: '7',
      storeid: '3',
      domain: '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('has no inline style, and no inline script except the data block', async () => {
    const { html, response } = await visit('/sizes?create')
    expect(html).not.toMatch(/\sstyle=/)
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
    expect(scripts).toEqual([
      '<script type="application/json" id="hydration">',
      expect.stringMatching(
        new RegExp(
          `^<script type="module" src="/assets/[^"]+" nonce="${nonce?.replaceAll('+', '\\+')}">$`,
        ),
      ),
    ])
  })

  test.each(['br', 'gzip'])(
    'is compressed with %s, with the length of the compressed body',
    async (encoding) => {
      const { response, html } = await visit('/sizes', { headers: { 'accept-encoding': encoding } })
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
      })
      expect(Number(response.headers.get('content-length'))).toBeLessThan(html.length / 2)
      const head = await visit('/sizes', {
        method: 'HEAD',
        headers: { 'accept-encoding': encoding },
      })
      expect(head.response.headers.get('content-encoding')).toBe(encoding)
      expect(head.html).toBe('')
      const plain = await visit('/sizes', { headers: { 'accept-encoding': 'identity' } })
      expect(plain.response.headers.get('content-encoding')).toBeNull()
    },
  )

  test('has its style inline with a nonce, and links it once the browser has it in its cache', async () => {
    const signIn = await visit('/', { signedIn: false })
    const policy = signIn.response.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
    expect(nonce).toHaveLength(24)
    const [, url = ''] = /<style[^>]* data-stylesheet="([^"]+)">/.exec(signIn.html) ?? []
    expect(signIn.html).toContain(`<style nonce="${nonce}" data-stylesheet="/assets/style-`)
    expect(signIn.html).not.toContain('rel="stylesheet"')
    const load = async (stylesheet: string) => {
      const cookie = `apiToken=${token}; storeId=3; userId=7; stylesheet=${encodeURIComponent(stylesheet)}`
      return (await visit('/sizes', { headers: { cookie } })).html
    }
    const cached = await load(url)
    expect(cached).toContain(`<link rel="stylesheet" href="${url}">`)
    expect(cached).not.toContain('<style')
    // Of an earlier build.
    expect(await load('/assets/style-OLD.css')).toContain(`data-stylesheet="${url}"`)
  })

  test('escapes data that looks like markup', async () => {
    const name = '</script><script>alert(1)</script>'
    upstream.on('GET /sizes', play.json(200, { data: [{ ...size, name }], page }))
    const { html } = await visit('/sizes')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('\\u003c/script>')
  })
})

describe('Error pages', () => {
  test('an unknown URL returns 404 inside the shell', async () => {
    const { status, html } = await visit('/sizess')
    expect(status).toBe(404)
    expect(html).toContain('We couldn&#x27;t find a page at this URL.')
    expect(html).toContain('Main menu')
  })

  test.each([
    '/%0a',
    '/%0D%0A',
    '/nope%E2%80%A8',
    '/a/%e2%80%a9/b/c',
    '/sizes%0a',
    '/sizes/%0a/x',
    '/%250a',
    '/%09',
    '/%00',
    '/%7f',
    '/%C2%85',
    '/%EF%BB%BF',
    '/%F0%9F%92%A3',
    '/%5c',
    '/%2f',
    '/%2e%2e%2fsizes',
    '/a//b',
    '/:storeId*',
    '/(.*)',
    '/[a]',
    '/*',
    '/__proto__',
    '/constructor',
    `/${'a/'.repeat(2000)}`,
    `/${'%41'.repeat(4000)}`,
  ])('%s returns 404 inside the shell too', async (path) => {
    const { status, html } = await visit(path)
    expect(status).toBe(404)
    expect(html).toContain('We couldn&#x27;t find a page at this URL.')
    expect(html).toContain('Main menu')
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('a missing permission returns 403 and is named, and the menu omits the page', async () => {
    const { status, html } = await visit('/sizes', { at: enforcingConsole })
    expect(status).toBe(403)
    expect(html).toContain('You need Sizes.')
    expect(html).not.toContain('href="/sizes"')
    expect(html).toContain('href="/dashboard"')
  })

  test('a permission that the platform requires is named too', async () => {
    const problem = { status: 403, title: 'Forbidden', code: 'forbidden', permission: 'Sizes' }
    upstream.on(
      'GET /sizes',
      play.json(403, problem, { 'content-type': 'application/problem+json' }),
    )
    const { status, html } = await visit('/sizes')
    expect(status).toBe(403)
    expect(html).toContain('You need Sizes.')
  })

  test('a user who cannot be loaded returns 500, not 403, when permissions are enforced', async () => {
    upstream.on('GET /users/roles/details', play.json(500, {}))
    expect((await visit('/sizes', { at: enforcingConsole })).status).toBe(500)
  })

  test.each([
    ['resets the connection', play.reset(), 502],
    ['sends an invalid response', play.raw('HTTP/1.1 099 Odd\r\n\r\n'), 502],
    ['sends an unexpected body', play.json(200, { data: 'none' }), 502],
    ["doesn't respond in time", play.never(), 504],
    ['responds too slowly', play.drip(50), 504],
    ['is temporarily down', play.json(503, {}), 503],
  ])(
    'a platform that %s results in a page with a retry link and the request ID',
    async (_description, answer, expected) => {
      upstream.on('GET /sizes', answer)
      const { status, html } = await visit('/sizes')
      expect(status).toBe(expected)
      expect(html).toContain('Try again')
      expect(html).toContain('Main menu')
      expect(html).toMatch(/Request [0-9a-f-]{36}/)
      // The page has its style and the console's own address.
      const rest = html.replace(/<style.*?<\/style>/s, '').replaceAll(console.url, '')
      expect(rest).not.toMatch(/ECONN|UND_ERR|undici|at .*\.js|127\.0\.0\.1/)
      expect(html).not.toContain(String(upstream.port))
    },
  )

  test("a call that the platform doesn't support gets a plain message", async () => {
    upstream.on('GET /sizes', play.json(404, { message: 'Cannot GET /sizes' }))
    const { status, html } = await visit('/sizes')
    expect(status).toBe(404)
    expect(html).toContain('This platform doesn&#x27;t support sizes.')
  })
})

describe('Forms without JavaScript', () => {
  test('a rejected form returns 422 with the input and the error', async () => {
    const { status, html } = await post('/sizes?create', {
      intent: 'create',
      name: 'Kept',
      code: 'WAYTOOLONG',
    })
    expect(status).toBe(422)
    expect(html).toContain('value="Kept"')
    expect(html).toContain('Code must be at most 8 characters')
  })

  test('a saved form redirects to a page that reports it', async () => {
    upstream.on('POST /sizes', play.json(201, { ...size, id: 2 }))
    const fields = {
      intent: 'create',
      writeKey: 'key-1',
      name: 'New',
      code: 'N',
      group: 'adult',
      measurementUnit: 'cm',
      active: '1',
    }
    expect(await post('/sizes?create', fields)).toMatchObject({
      status: 303,
      location: '/sizes?notice=created.sizes.2',
    })
    expect(
      upstream.calls.at(-1)?.headers['idempotency-key'] ??
        upstream.calls.at(-2)?.headers['idempotency-key'],
    ).toBe('key-1')
    upstream.on('GET /sizes/2', play.json(200, { ...size, id: 2, name: 'New <size>' }))
    expect((await visit('/sizes?notice=created.sizes.2')).html).toContain(
      'Created <a href="/sizes?edit=2">New &lt;size&gt;</a>',
    )
  })

  test("a notice names no record that is unknown or can't be loaded", async () => {
    upstream.on('GET /sizes/2', play.json(404, {}))
    for (const notice of ['created', 'created.sizes.2', 'created.passwords.2'])
      expect((await visit(`/sizes?notice=${notice}`)).html).toContain('<p>Created</p>')
    const findRecordCalls = () => upstream.calls.filter(({ url }) => url.startsWith('/sizes'))
    const calls = findRecordCalls().length
    expect((await visit('/?notice=saved.sizes.2', { signedIn: false })).status).toBe(200)
    expect(findRecordCalls()).toHaveLength(calls)
  })

  test('an unknown notice is not shown', async () => {
    expect((await visit('/sizes?notice=%3Cb%3Eyou%20won')).html).not.toContain('you won')
  })

  test('an unknown intent returns 400, and a form on a page without forms returns 405', async () => {
    expect((await post('/sizes', { intent: 'explode' })).status).toBe(400)
    expect((await post('/permissions', { intent: 'create' })).status).toBe(405)
  })

  test('a form above 1 MB returns 413 with a message and the form', async () => {
    const { status, html } = await post('/sizes?paste', {
      intent: 'paste',
      lines: 'x'.repeat(1_100_000),
    })
    expect(status).toBe(413)
    expect(html).toContain('1 MB')
    expect(html).toContain('name="lines"')
  })

  const multipart = 'multipart/form-data'
  test.each([
    ['without a boundary', multipart, '--b\r\n'],
    ['with an empty boundary', `${multipart}; boundary=`, '--b\r\n'],
    ['with another boundary', `${multipart}; boundary=c`, '--b\r\n\r\n'],
    ['that is cut off', `${multipart}; boundary=b`, '--b\r\nContent-Disposition: form-data; na'],
    ['without names', `${multipart}; boundary=b`, '--b\r\n\r\nx\r\n--b--\r\n'],
    ['that is empty', `${multipart}; boundary=b`, ''],
  ])(
    'a multipart form %s returns 400 with a message and the form',
    async (_description, type, body) => {
      for (const [path, field] of [
        ['/sizes?create', 'name="code"'],
        ['/stores/create', 'name="name"'],
        ['/?next=/sizes', 'name="password"'],
      ] as const) {
        const { status, html } = await visit(path, {
          method: 'POST',
          body,
          signedIn: !path.startsWith('/?'),
          headers: { 'content-type': type },
        })
        expect([path, status]).toEqual([path, 400])
        expect(html).toContain('We received only part of the form, so nothing was saved.')
        expect(html).toContain(field)
      }
      expect(console.getOutput()).not.toContain('"level":50')
    },
  )

  test('a form with files instead of texts causes no server error', async () => {
    const form = new FormData()
    for (const name of ['intent', 'name', 'code', 'writeKey', 'original', 'id'])
      form.set(name, new File(['x'], 'x.txt'))
    for (const path of ['/sizes?create', '/stores/create', '/stores/1'])
      expect((await visit(path, { method: 'POST', body: form })).status).toBeLessThan(500)
    expect(console.getOutput()).not.toContain('"level":50')
  })
})

test('a render cancels its call to the platform when the visitor leaves', async () => {
  upstream.on('GET /sizes', play.never())
  const abortController = new AbortController()
  const pageRequest = fetch(`${console.url}/sizes?search=leaver`, {
    signal: abortController.signal,
    headers: { cookie: `apiToken=${token}; storeId=3; userId=7`, 'sec-fetch-site': 'same-origin' },
  })
  await upstream.until(() => upstream.calls.some(({ url }) => url.includes('leaver')))
  abortController.abort()
  await expect(pageRequest).rejects.toThrow()
  await upstream.until(() => upstream.cancelled.some((url) => url.includes('leaver')))
})
