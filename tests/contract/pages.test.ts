import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser/chromium.ts'
import { sendRaw, startConsoleServer, parseStatus } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
let folder: string
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  folder = await mkdtemp(join(tmpdir(), 'assets-'))
  await writeFile(join(folder, 'entry-A1.js'), 'plain script')
  await writeFile(join(folder, 'entry-A1.js.br'), 'brotli script')
  await writeFile(join(folder, 'entry-A1.js.gz'), 'gzip script')
  await writeFile(join(folder, 'style-B2.css'), 'a{}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  running = await startConsoleServer({ upstream: upstream.url, assetsDir: folder })
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
  await rm(folder, { recursive: true })
})

const getPolicy = (response: request.Response) => response.get('Content-Security-Policy') ?? ''

describe('The Content-Security-Policy of a page', () => {
  test("is the policy of http.md, with the page's nonce", async () => {
    const server = await startConsoleServer({
      upstream: upstream.url,
      page: (_req, res) => void res.type('html').send(String(res.locals['nonce'])),
    })
    const response = await request(server.url).get('/sizes')
    await server.stop()
    expect(getPolicy(response)).toBe(
      `default-src 'none'; script-src 'nonce-${response.text}' 'strict-dynamic'; style-src 'self' 'nonce-${response.text}'; img-src 'self' data: blob:; ` +
        `font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
    )
    expect(Buffer.from(response.text, 'base64').length * 8).toBeGreaterThanOrEqual(128)
  })

  test('allows our own frames only on pages that preview templates', async () => {
    const templates = await request(running.url).get('/wegift/templates')
    expect(getPolicy(templates)).toContain(`; frame-src 'self'; `)
    expect(getPolicy(await request(running.url).get('/sizes'))).not.toContain('frame-src')
  })

  test('has a new nonce in every answer', async () => {
    const policies = await Promise.all(
      Array.from({ length: 20 }, async () => getPolicy(await request(running.url).get('/'))),
    )
    expect(new Set(policies).size).toBe(20)
  })

  test('allows Google only on the sign-in page, and only if it is configured', async () => {
    const google = 'https://accounts.google.com'
    const server = await startConsoleServer({
      upstream: upstream.url,
      env: { GOOGLE_CLIENT_ID: 'id' },
    })
    expect(getPolicy(await request(server.url).get('/?next=/sizes'))).toContain(google)
    expect(getPolicy(await request(server.url).get('/sizes'))).not.toContain(google)
    await server.stop()
    expect(getPolicy(await request(running.url).get('/'))).not.toContain(google)
  })
})

describe('A gift card template in a frame', () => {
  const session = 'apiToken=t; storeId=1; userId=1'
  const values = {
    subject: 'For {{recipient}}',
    body: 'Dear <b>you</b>,\r\n\r\n{{amount}}: {{link}} {{unknown}}',
    sender: 'Acme "& sons"',
    headline: '<script>1</script>',
    message: 'Thanks',
    currency: 'KWD',
    amountKind: 'range',
    minAmount: '1.250',
    backgroundColour: 'red;}body{color:red',
  }
  const postTemplate = (part: string, cookie = session) =>
    request(running.url)
      .post(`/frames/giftCardTemplates/new/${part}`)
      .set('Cookie', cookie)
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send(values)

  test('fills in its variables, escapes everything, and is sandboxed', async () => {
    const mail = await postTemplate('mail')
    expect(mail.status).toBe(200)
    expect(getPolicy(mail)).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'",
    )
    expect(mail.text).toContain('<dd>For alex@example.com</dd>')
    expect(mail.text).toContain('Acme &#34;&#38; sons&#34;')
    expect(mail.text).toContain('<p>Dear &#60;b&#62;you&#60;/b&#62;,</p><p>1.250 KWD: <a href=')
    expect(mail.text).toContain('{{unknown}}')
    const page = await postTemplate('page')
    expect(page.text).toContain('&#60;script&#62;1&#60;/script&#62;</h1>')
    expect(page.text).toContain('background:#E2E8F0')
    expect(page.text).not.toMatch(/<script|<b>|color:red/)
  })

  test('loads the saved template as the visitor', async () => {
    upstream.on(
      'GET /giftCardTemplates/7',
      play.json(200, { id: 7, version: 1, ...values, body: 'As it is kept' }),
    )
    const saved = await request(running.url)
      .get('/frames/giftCardTemplates/7/mail')
      .set('Cookie', session)
    expect(saved.text).toContain('<p>As it is kept</p>')
    expect(upstream.calls.at(-1)?.headers.authorization).toBe('Bearer t')
    const none = { status: 404, title: 'No', code: 'not_found' }
    upstream.on('GET /giftCardTemplates/8', play.json(404, none))
    const missing = await request(running.url)
      .get('/frames/giftCardTemplates/8/page')
      .set('Cookie', session)
    expect(missing.status).toBe(404)
  })

  test("isn't rendered if a text exceeds the maximum length of its field", async () => {
    const attack = `{{${' '.repeat(5000)}x`
    const send = (changed: Record<string, string>) =>
      request(running.url)
        .post('/frames/giftCardTemplates/new/mail')
        .set('Cookie', session)
        .set('Sec-Fetch-Site', 'same-origin')
        .type('form')
        .send({ ...values, ...changed })
    const tooLong = await send({ body: attack })
    expect(tooLong.status).toBe(422)
    expect(tooLong.text).toBe('Email body must be at most 5000 characters.\n')
    // A long value would multiply, because the email may use its variable many times.
    expect((await send({ sender: 'a'.repeat(101) })).status).toBe(422)
    upstream.on(
      'GET /giftCardTemplates/9',
      play.json(200, { id: 9, version: 1, ...values, body: attack }),
    )
    const saved = await request(running.url)
      .get('/frames/giftCardTemplates/9/mail')
      .set('Cookie', session)
    expect(saved.status).toBe(422)
  })

  test('is rendered in linear time', async () => {
    const started = performance.now()
    const { status } = await request(running.url)
      .post('/frames/giftCardTemplates/new/mail')
      .set('Cookie', session)
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send({ ...values, body: `{{${' '.repeat(4990)}x` })
    expect(status).toBe(200)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('requires a signed-in visitor and a known part', async () => {
    expect((await postTemplate('mail', '')).status).toBe(401)
    expect(getPolicy(await postTemplate('script'))).not.toContain('sandbox')
  })
})

describe('Every answer', () => {
  const raw = (head: string) => `${head}\nConnection: close\n\n`
  test.each([
    ['a page', raw('GET /sizes HTTP/1.1\nHost: x')],
    ['a proxied call', raw('GET /api/sizes HTTP/1.1\nHost: x')],
    ['a rejected call', raw('GET /api/a%2fb HTTP/1.1\nHost: x')],
    ['a rejected write', raw('POST /sizes HTTP/1.1\nHost: x')],
    ['an unknown file', raw('GET /assets/none.js HTTP/1.1\nHost: x')],
    ['health', raw('GET /healthz HTTP/1.1\nHost: x')],
    ['a rejected method', raw('TRACE / HTTP/1.1\nHost: x')],
    ['a missing Host', raw('GET / HTTP/1.1')],
    ['headers too large', raw(`GET / HTTP/1.1\nHost: x\nX: ${'x'.repeat(20_000)}`)],
    ['no HTTP at all', 'hello\n\n'],
  ])('has the headers of http.md: %s', async (_what, message) => {
    const [head = ''] = (await sendRaw(running.port, message)).split('\r\n\r\n')
    const headers = head.toLowerCase().split('\r\n')
    expect(headers).toEqual(
      expect.arrayContaining([
        'x-content-type-options: nosniff',
        'referrer-policy: same-origin',
        'cross-origin-opener-policy: same-origin',
        'cross-origin-resource-policy: same-origin',
        'cache-control: no-store',
        expect.stringMatching(/^permissions-policy: .*camera=\(\)/),
        expect.stringMatching(/^content-security-policy: default-src 'none'/),
      ]),
    )
    expect(headers.filter((line) => /^(x-powered-by|server|strict-transport)/.test(line))).toEqual(
      [],
    )
  })

  test.each([
    ['off', 'max-age=31536000'],
    ['on', 'max-age=31536000; includeSubDomains'],
  ])('of an https console has HSTS, with HSTS_SUBDOMAINS=%s: %s', async (setting, header) => {
    const server = await startConsoleServer({
      upstream: upstream.url,
      env: { PUBLIC_ORIGIN: 'https://console.example.com', HSTS_SUBDOMAINS: setting },
    })
    const page = await request(server.url).get('/sizes')
    const call = await request(server.url).get('/api/sizes')
    const unread = await sendRaw(server.port, 'hello\n\n')
    await server.stop()
    expect(unread.toLowerCase()).toContain(`strict-transport-security: ${header.toLowerCase()}\r\n`)
    for (const response of [page, call])
      expect(response.get('Strict-Transport-Security')).toBe(header)
  })

  test('of a page that throws hides the cause', async () => {
    const server = await startConsoleServer({
      upstream: upstream.url,
      page: () => {
        throw new Error('password of 10.0.0.1:5432')
      },
    })
    const response = await request(server.url).get('/sizes')
    await server.stop()
    expect(response.status).toBe(500)
    expect(response.text).toBe('Something went wrong on our side. Try again in a moment.\n')
    expect(server.lines.some(({ msg }) => msg === 'request')).toBe(true)
  })
})

describe('Assets', () => {
  test('are cached for a year, in the smallest encoding that the browser accepts', async () => {
    const get = (encoding: string) =>
      request(running.url)
        .get('/assets/entry-A1.js')
        .set('Accept-Encoding', encoding)
        .buffer(true)
        .parse((res, done) => {
          let text = ''
          res.on('data', (chunk: Buffer) => (text += String(chunk)))
          res.on('end', () => done(null, text))
        })
    // The files only claim to be compressed, so the raw bytes are read from the socket.
    const raw = async (encoding: string) => {
      const answer = await sendRaw(
        running.port,
        `GET /assets/entry-A1.js HTTP/1.1\nHost: x\nAccept-Encoding: ${encoding}\nConnection: close\n\n`,
      )
      const [head, body] = answer.split('\r\n\r\n')
      return { encoding: /content-encoding: (\w+)/i.exec(head ?? '')?.[1], body }
    }
    expect(await raw('gzip, deflate, br')).toEqual({ encoding: 'br', body: 'brotli script' })
    expect(await raw('gzip, br;q=0')).toEqual({ encoding: 'gzip', body: 'gzip script' })
    expect(await raw('identity')).toEqual({ encoding: undefined, body: 'plain script' })
    const response = await get('identity')
    expect(response.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(response.get('Vary')).toBe('Accept-Encoding')
  })

  test('without a compressed file are sent uncompressed', async () => {
    const response = await request(running.url).get('/assets/style-B2.css')
    expect([response.status, response.text]).toEqual([200, 'a{}'])
    expect(response.get('Content-Type')).toBe('text/css; charset=utf-8')
  })

  test.each([
    '/assets/',
    '/assets/none-C3.js',
    '/assets/secret.txt',
    '/assets/..%2fmanifest.json',
    '/assets/entry-A1.js.br',
  ])('%s is 404 and not cached', async (path) => {
    const response = await request(running.url).get(path)
    expect(response.status).toBe(404)
    expect(response.get('Cache-Control')).toBe('no-store')
  })
})

describe('A cross-site link', () => {
  const crossSite = {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  }

  test('is answered with one line that navigates to the same URL again', async () => {
    const { status, text } = await request(running.url)
      .get('/sizes?search="><script>&a=b')
      .set(crossSite)
    expect(status).toBe(200)
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(text).toContain('content="0;url=/sizes?search=%22%3E%3Cscript%3E&amp;a=b"')
  })

  test('to another origin is rejected', async () => {
    const head = Object.entries(crossSite)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
    for (const target of ['//evil.example/x', '/\\evil.example/x'])
      expect(
        parseStatus(
          await sendRaw(
            running.port,
            `GET ${target} HTTP/1.1\nHost: x\n${head}\nConnection: close\n\n`,
          ),
        ),
      ).toBe(400)
  })

  test.each([
    ['a request with cookies', { ...crossSite, Cookie: 'apiToken=t' }],
    ['a request from this site', { ...crossSite, 'Sec-Fetch-Site': 'same-origin' }],
    ['a typed URL', { ...crossSite, 'Sec-Fetch-Site': 'none' }],
    ['a request from a frame', { ...crossSite, 'Sec-Fetch-Dest': 'iframe' }],
    ['a request from an old browser', {}],
  ])('is not %s, which gets its page at once', async (_what, headers) => {
    const { text } = await request(running.url).get('/sizes').set(headers)
    expect(text).toMatch(/^<p>/)
  })

  describe('in Chromium', () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser.close())

    test('opens its page signed in', async () => {
      upstream.on(
        'POST /auth/login',
        play.json(200, {
          token: 'deep',
          user: { id: 1, storeId: 2, sIdentifier: 1 },
          permissions: [],
        }),
      )
      upstream.on(
        'GET /mail',
        play.text(
          200,
          'text/html',
          `<a href="${running.url}/sizes?a=1">the size you asked for</a>`,
        ),
      )
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${running.url}/`)
      await page.evaluate(() =>
        fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'a@b', password: 'c' }),
        }),
      )
      await page.goto(upstream.url.replace('127.0.0.1', 'localhost') + '/mail')
      await page.getByRole('link').click()
      await page.getByText('"token":"deep"').waitFor()
      expect(page.url()).toBe(`${running.url}/sizes?a=1`)
      await context.close()
    })
  })
})
