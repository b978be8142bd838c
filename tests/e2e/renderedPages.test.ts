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
let enforcing: Awaited<ReturnType<typeof startConsole>>

beforeAll(async () => {
  upstream = await startRecordingUpstream()
  const env = { UPSTREAM_TIMEOUT_MS: '1500' }
  ;[console, enforcing] = await Promise.all([
    startConsole(upstream.url, env),
    startConsole(upstream.url, { ...env, ENFORCE_PERMISSIONS: 'on' }),
  ])
})
afterAll(async () => {
  await Promise.all([console.stop(), enforcing.stop()])
  await upstream.stop()
})
beforeEach(() => {
  upstream.on('GET /users/roles/details', play.json(200, details))
  upstream.on('GET /sizes', play.json(200, { data: [size], page }))
})

/** Asks for a page as a signed-in browser does, without following redirects. */
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

describe('where a visitor is sent', () => {
  test('signed out and not on /: to sign-in, which remembers the address', async () => {
    expect(await visit('/sizes?search=x', { signedIn: false })).toMatchObject({
      status: 302,
      location: '/?next=%2Fsizes%3Fsearch%3Dx',
    })
  })

  test('signed in and on /: to the dashboard, or where the link pointed', async () => {
    expect(await visit('/')).toMatchObject({ status: 302, location: '/dashboard' })
    expect(await visit('/?next=%2Fsizes')).toMatchObject({ status: 302, location: '/sizes' })
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%0d%0aevil'])(
    'never off this origin: next=%s',
    async (next) => {
      const { location } = await visit(`/?next=${encodeURIComponent(next)}`)
      expect(new URL(location ?? '', console.url).origin).toBe(console.url)
    },
  )

  test('a platform that answers 401 signs the visitor out', async () => {
    upstream.on('GET /sizes', play.json(401, {}))
    const { status, location, response } = await visit('/sizes')
    expect({ status, location }).toEqual({ status: 302, location: '/' })
    const expired = response.headers
      .getSetCookie()
      .filter((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))
    expect(expired).toHaveLength(3)
  })
})

describe('what a page holds', () => {
  test('the markup, the data and the title, but never the token', async () => {
    const { html, status } = await visit('/sizes')
    expect(status).toBe(200)
    expect(html).toContain('Small')
    expect(html).toContain('<title>Sizes · Operator console</title>')
    expect(html).toMatch(/>OO<\/summary>/)
    expect(html).not.toContain(token)
  })

  test('nothing of the user but what the console knows: a platform may repeat the token there', async () => {
    const user = { ...details.user, token, apiToken: token, note: 'inner note' }
    upstream.on('GET /users/roles/details', play.json(200, { user, permissions: [] }))
    const { html } = await visit('/sizes')
    expect(html).toContain('Olga Operator')
    expect(html).not.toMatch(new RegExp(`${token}|inner note`))
  })

  test('the platform is told who asks: the visitor, the request and the address', async () => {
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

  test('no inline style, and no inline script but the block of data', async () => {
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

  test.each(['br', 'gzip'])('leaves as %s, with the length of what is sent', async (encoding) => {
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
  })

  test('of the sign-in page alone, the style is inline under its nonce; others link the sheet', async () => {
    const signIn = await visit('/', { signedIn: false })
    const policy = signIn.response.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
    expect(nonce).toHaveLength(24)
    expect(signIn.html).toContain(`<style nonce="${nonce}">`)
    expect(signIn.html).not.toContain('rel="stylesheet"')
    const sizes = await visit('/sizes')
    expect(sizes.response.headers.get('content-security-policy')).toContain("style-src 'self';")
    expect(sizes.html).toContain('<link rel="stylesheet" href="/assets/style-')
    expect(sizes.html).not.toContain('<style')
  })

  test('data that looks like markup stays data', async () => {
    const name = '</script><script>alert(1)</script>'
    upstream.on('GET /sizes', play.json(200, { data: [{ ...size, name }], page }))
    const { html } = await visit('/sizes')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('\\u003c/script>')
  })
})

describe('what a page says when something is wrong', () => {
  test('an unknown address is 404, with the shell and the nearest pages', async () => {
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
  ])('%s too', async (path) => {
    const { status, html } = await visit(path)
    expect(status).toBe(404)
    expect(html).toContain('We couldn&#x27;t find a page at this URL.')
    expect(html).toContain('Main menu')
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('a permission that is missing is 403 and named; the menu leaves the page out', async () => {
    const { status, html } = await visit('/sizes', { at: enforcing })
    expect(status).toBe(403)
    expect(html).toContain('You need Sizes.')
    expect(html).not.toContain('href="/sizes"')
    expect(html).toContain('href="/dashboard"')
  })

  test('the permission that the platform misses is named too', async () => {
    const problem = { status: 403, title: 'Forbidden', code: 'forbidden', permission: 'Sizes' }
    upstream.on(
      'GET /sizes',
      play.json(403, problem, { 'content-type': 'application/problem+json' }),
    )
    const { status, html } = await visit('/sizes')
    expect(status).toBe(403)
    expect(html).toContain('You need Sizes.')
  })

  test('a user that cannot be read is a fault, not a missing permission, where permissions are enforced', async () => {
    upstream.on('GET /users/roles/details', play.json(500, {}))
    expect((await visit('/sizes', { at: enforcing })).status).toBe(500)
  })

  test.each([
    ['resets the connection', play.reset(), 502],
    ['answers nonsense', play.raw('HTTP/1.1 099 Odd\r\n\r\n'), 502],
    ['answers something else than agreed', play.json(200, { data: 'none' }), 502],
    ['does not answer in time', play.never(), 504],
    ['drips', play.drip(50), 504],
    ['is down for a while', play.json(503, {}), 503],
  ])('a platform that %s', async (_what, answer, expected) => {
    upstream.on('GET /sizes', answer)
    const { status, html } = await visit('/sizes')
    expect(status).toBe(expected)
    expect(html).toContain('Try again')
    expect(html).toContain('Main menu')
    expect(html).toMatch(/Request [0-9a-f-]{36}/)
    expect(html).not.toMatch(/ECONN|UND_ERR|undici|at .*\.js|127\.0\.0\.1/)
    expect(html).not.toContain(String(upstream.port))
  })

  test('a call that the platform does not know is said plainly', async () => {
    upstream.on('GET /sizes', play.json(404, { message: 'Cannot GET /sizes' }))
    const { status, html } = await visit('/sizes')
    expect(status).toBe(404)
    expect(html).toContain('This platform doesn&#x27;t support sizes.')
  })
})

describe('forms without JavaScript', () => {
  test('a refused form comes back with what was typed, the message and 422', async () => {
    const { status, html } = await post('/sizes?create', {
      intent: 'create',
      name: 'Kept',
      code: 'WAYTOOLONG',
    })
    expect(status).toBe(422)
    expect(html).toContain('value="Kept"')
    expect(html).toContain('Code must be at most 8 characters')
  })

  test('a saved form ends in a redirect that says so, on this origin', async () => {
    upstream.on('POST /sizes', play.json(201, { ...size, id: 2 }))
    const sent = {
      intent: 'create',
      writeKey: 'key-1',
      name: 'New',
      code: 'N',
      group: 'adult',
      measurementUnit: 'cm',
      active: '1',
    }
    expect(await post('/sizes?create', sent)).toMatchObject({
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

  test('a notice of a record that cannot be read, or of none of ours, names nothing', async () => {
    upstream.on('GET /sizes/2', play.json(404, {}))
    for (const said of ['created', 'created.sizes.2', 'created.passwords.2'])
      expect((await visit(`/sizes?notice=${said}`)).html).toContain('<p>Created</p>')
    const calls = upstream.calls.length
    expect((await visit('/?notice=saved.sizes.2', { signedIn: false })).status).toBe(200)
    expect(upstream.calls.length).toBe(calls)
  })

  test('a notice that nobody wrote is not shown', async () => {
    expect((await visit('/sizes?notice=%3Cb%3Eyou%20won')).html).not.toContain('you won')
  })

  test('an intent that nobody knows is refused, and so is a form where none is taken', async () => {
    expect((await post('/sizes', { intent: 'explode' })).status).toBe(400)
    expect((await post('/permissions', { intent: 'create' })).status).toBe(405)
  })

  test('a form of more than 1 MB is refused with a sentence', async () => {
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
    [
      'that ends in its middle',
      `${multipart}; boundary=b`,
      '--b\r\nContent-Disposition: form-data; na',
    ],
    ['without names', `${multipart}; boundary=b`, '--b\r\n\r\nx\r\n--b--\r\n'],
    ['that is empty', `${multipart}; boundary=b`, ''],
  ])(
    'a multipart form %s is 400, a sentence and the page with its form',
    async (_what, type, body) => {
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
      expect(console.said()).not.toContain('"level":50')
    },
  )

  test('a form of files where text belongs is refused like one of nothing', async () => {
    const form = new FormData()
    for (const name of ['intent', 'name', 'code', 'writeKey', 'original', 'id'])
      form.set(name, new File(['x'], 'x.txt'))
    for (const path of ['/sizes?create', '/stores/create', '/stores/1'])
      expect((await visit(path, { method: 'POST', body: form })).status).toBeLessThan(500)
    expect(console.said()).not.toContain('"level":50')
  })
})

test('a render stops when the visitor leaves: the call to the platform ends', async () => {
  upstream.on('GET /sizes', play.never())
  const leaving = new AbortController()
  const asked = fetch(`${console.url}/sizes?search=leaver`, {
    signal: leaving.signal,
    headers: { cookie: `apiToken=${token}; storeId=3; userId=7`, 'sec-fetch-site': 'same-origin' },
  })
  await upstream.until(() => upstream.calls.some(({ url }) => url.includes('leaver')))
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await upstream.until(() => upstream.cancelled.some((url) => url.includes('leaver')))
})
