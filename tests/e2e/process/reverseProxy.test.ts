import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stylesheetCookieName } from '#shared/navigation/stylesheet.ts'
import { launchBrowser } from '#tests/support/browser/chromium.ts'
import { serverName } from '#tests/support/servers/nginx.ts'
import { origin, startNginxStack } from '#tests/support/servers/nginxStack.ts'
import { waitForHydration, openPage, signIn } from '#tests/support/servers/stack.ts'

let stack: Awaited<ReturnType<typeof startNginxStack>>
/** A copy of the tests' build with one more file. */
let newerDist: string

beforeAll(async () => {
  newerDist = await mkdtemp(join(tmpdir(), 'dist-'))
  for (const part of ['server', 'client', 'manifest.json'])
    await cp(join('dist', part), join(newerDist, part), { recursive: true })
  await writeFile(join(newerDist, 'client/assets/newer-1.css'), 'b {}')
  stack = await startNginxStack({ secondDist: newerDist })
})
afterAll(async () => {
  await stack?.stop()
  await rm(newerDist, { recursive: true, force: true })
})

/** Returns the protocol that a TLS client with these options negotiates, or its error's code. */
function handshake(options: ConnectionOptions): Promise<unknown> {
  const { host, httpsPort: port, nginx } = stack
  const connectOptions = { host, port, servername: serverName, ca: nginx.certificate, ...options }
  return new Promise((resolve) => {
    const socket = connect(connectOptions, () => {
      resolve(socket.alpnProtocol)
      socket.destroy()
    })
    socket.on('error', (error: Error & { code?: string }) => resolve(error.code))
  })
}

test('nginx supports HTTP/2 over TLS 1.2 and 1.3 but nothing older, and redirects HTTP to the same page on HTTPS', async () => {
  const ALPNProtocols = ['h2', 'http/1.1']
  const oldTls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
  expect(await handshake({ ALPNProtocols, maxVersion: 'TLSv1.2' })).toBe('h2')
  expect(await handshake({ ALPNProtocols, minVersion: 'TLSv1.3' })).toBe('h2')
  expect(await handshake(oldTls)).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')

  const { status, headers } = await stack.visitor.ask('/sizes?search=a%20b', {
    from: `http://${serverName}`,
  })
  expect({ status, location: headers['location'], server: headers['server'] }).toEqual({
    status: 308,
    location: `${origin}/sizes?search=a%20b`,
    server: 'nginx',
  })
})

test('a browser signs in over TLS and gets only secure cookies', async () => {
  const { host, httpsPort } = stack
  const rule = `MAP ${serverName}:443 ${host}:${httpsPort}`
  await using browser = await launchBrowser([`--host-resolver-rules=${rule}`])
  await using context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
  const { page, faults } = await openPage(context)
  const response = await page.goto('/')
  expect(response?.headers()).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'cache-control': 'no-store',
    'content-encoding': 'br',
  })
  await signIn(page)
  await page.waitForURL('**/dashboard')
  await waitForHydration(page)
  // The page sets that of the stylesheet itself.
  const cookies = (await context.cookies()).filter(({ name }) => name !== stylesheetCookieName)
  // The cookies of the session and the device, and perhaps of a passkey that the page offered.
  expect(cookies.length).toBeGreaterThanOrEqual(4)
  const kinds = cookies.map(({ secure, sameSite, httpOnly }) => ({ secure, sameSite, httpOnly }))
  for (const kind of kinds)
    expect(kind).toEqual({ secure: true, sameSite: 'Strict', httpOnly: true })
  expect(faults).toEqual([])
})

test("the audit log names the visitor's address that nginx sees, not a forged one", async () => {
  const { visitor, database } = stack
  const cookies = await visitor.signIn()
  expect(cookies).toHaveLength(4)
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
  const size = { name: 'Proxied', code: 'PROXIED', group: 'adult', measurementUnit: 'cm' }
  const { status } = await visitor.ask('/api/sizes', {
    body: JSON.stringify({ ...size, active: true }),
    headers: { 'idempotency-key': 'proxied', 'x-forwarded-for': '203.0.113.7' },
  })
  expect(status).toBe(201)
  const { rows } = await database.query(`select ip from audit where label = 'Proxied'`)
  expect(rows).toEqual([{ ip: visitor.address }])
})

test('a file that one of two running versions lacks comes from the other', async () => {
  for (let attempt = 0; attempt < 6; attempt++) {
    const { status, headers } = await stack.visitor.ask('/assets/newer-1.css')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  expect((await stack.visitor.ask('/assets/nobody-has.css')).status).toBe(404)
})

test('the console rejects bodies that are too large with its own error, and allows larger uploads', async () => {
  const { visitor } = stack
  await visitor.signIn()
  const large = await visitor.ask('/api/sizes', { body: JSON.stringify('x'.repeat(1_500_000)) })
  // A response by nginx itself would be HTML.
  expect(large.text).toMatch(/^\{/)
  expect({ status: large.status, ...JSON.parse(large.text) }).toMatchObject({
    status: 413,
    code: 'too_large',
  })

  const file = `--part\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'x'.repeat(5_000_000)}\r\n--part--\r\n`
  const upload = await visitor.ask('/api/nothing/upload', {
    body: file,
    type: 'multipart/form-data; boundary=part',
  })
  expect({ status: upload.status, ...JSON.parse(upload.text) }).toMatchObject({
    status: 404,
    code: 'not_offered',
  })
})

test('server-sent events arrive as they are sent, and end when the job does', async () => {
  const { visitor, database } = stack
  await visitor.signIn()
  // A waiting job that no worker was notified of.
  const { rows } = await database.query(
    `insert into jobs (user_id, kind, needs, title, status, created_at, created_by)
     select id, 'storeChecks', 'signedIn', 'Checks', 'waiting', now(), email from users order by id limit 1 returning id`,
  )
  const events = await visitor.listen(`/api/jobs/${rows[0].id}/events`)
  const readEvents = async (wanted: string) => {
    for (let text = ''; ;) {
      const { value, done } = await events.next()
      text += String(value ?? '')
      if (done || text.includes(wanted)) return text
    }
  }
  expect(await readEvents('event: progress')).toContain('"status":"waiting"')
  await database.query(`update jobs set status = 'cancelled', ended_at = now() where id = $1`, [
    rows[0].id,
  ])
  expect(await readEvents('event: end')).toContain('"status":"cancelled"')
  expect((await events.next()).done).toBe(true)
})
