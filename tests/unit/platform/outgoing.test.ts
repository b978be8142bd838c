import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, LookupFunction, Server } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnector } from '#server/platform/core/outgoing/connect.ts'
import type { ConnectorOptions } from '#server/platform/core/outgoing/connect.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import {
  createExceptionMatcher,
  createBlockLists,
  parseNetwork,
} from '#server/platform/core/outgoing/networks.ts'
import type { Network } from '#server/platform/core/outgoing/networks.ts'
import { sendRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import {
  certificate,
  expiredCertificate,
  key,
  certificateWithoutIssuer,
} from '#tests/support/sso/certificates.ts'

/** Starts a server on all addresses of this machine, and counts its connections. */
async function listen<S extends Server>(server: S) {
  const connections = { times: 0 }
  server.on('connection', () => connections.times++)
  server.listen(0, '::')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  return {
    port,
    connections,
    async [Symbol.asyncDispose]() {
      if ('closeAllConnections' in server)
        (server as unknown as { closeAllConnections(): void }).closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const startWeb = (answer: RequestListener) => listen(createHttp(answer))
const startTlsWeb = (answer: RequestListener, cert = certificate) =>
  listen(createHttps({ key, cert }, answer))
const hello: RequestListener = (_request, response) => void response.end('hello')

const parseNetworks = (...texts: string[]): Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text)
    if (!network) throw new Error(`${text} is no exception`)
    return network
  })
const localNetworks = parseNetworks('127.0.0.0/8', '::1')

const request = (target: OutgoingRequest | string, options: Partial<ConnectorOptions> = {}) =>
  sendRequest(
    createConnector({ exceptions: localNetworks, ca: certificate, ...options }),
    typeof target === 'string' ? { url: target } : target,
  )

/** Returns the code and the sentence of a failed request. */
const getFailure = async (attempt: Promise<unknown>): Promise<[string, string]> => {
  const error: unknown = await attempt.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof NetworkError))
    throw new Error('The request did not fail with a NetworkError', { cause: error })
  return [error.code, error.sentence]
}

/** Creates a name server with these answers. */
const createLookup =
  (...answers: string[][]): LookupFunction =>
  (_host, options, done) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) done(null, all)
    else done(null, all[0]?.address ?? '', all[0]?.family ?? 4)
  }

/** Spellings of this machine's address. */
const loopback = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:0]',
]

/** Other internal and reserved addresses. */
const otherAddresses = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
]

/** Removes the brackets of an IPv6 address, which only URLs have. */
const toHost = (spelling: string) => spelling.replaceAll(/^\[|\]$/g, '')
const blocked = ['ERR_IP_BLOCKED', "This address is on our internal network, so it isn't allowed."]

describe('Internal addresses in every spelling', () => {
  let plain: Awaited<ReturnType<typeof startWeb>>
  let tls: Awaited<ReturnType<typeof startTlsWeb>>
  beforeAll(async () => {
    plain = await startWeb(hello)
    tls = await startTlsWeb(hello)
  })
  afterAll(async () => {
    await plain[Symbol.asyncDispose]()
    await tls[Symbol.asyncDispose]()
  })

  test.each([...loopback, ...otherAddresses])('%s cannot be reached', async (spelling) => {
    const noExceptions = { exceptions: [] }
    const attempts = [
      request(`https://${spelling}:${tls.port}/`, noExceptions),
      request(`https://x@${spelling}:${tls.port}/`, noExceptions),
      createConnector(noExceptions)({
        host: toHost(spelling),
        port: 2525,
        purpose: 'mail',
        encrypted: false,
      }),
      createConnector(noExceptions)({
        host: toHost(spelling),
        port: tls.port,
        purpose: 'web',
        encrypted: true,
      }),
    ]
    const [web, named, mail, raw] = await Promise.all(attempts.map(getFailure))
    expect([web, mail, raw]).toEqual([blocked, blocked, blocked])
    expect(named).toEqual(['USERINFO', 'Enter a URL without a username or password.'])
    expect([plain.connections.times, tls.connections.times]).toEqual([0, 0])
  })

  test.each([
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    'localhost.',
    '127.0.0.1.',
  ])('%s, which URLs resolve to this machine, cannot be reached', async (spelling) => {
    const [web] = await getFailure(request(`https://${spelling}:${tls.port}/`, { exceptions: [] }))
    expect(['ERR_IP_BLOCKED', 'ENOTFOUND', 'EAI_AGAIN']).toContain(web)
    expect(tls.connections.times).toBe(0)
  })

  test.each([
    'fe80::1%lo',
    '::1%lo',
    '::ffff:127.0.0.1%lo',
    '1.2.3.4\0.example.com',
    '',
    ' ',
    '/etc/passwd',
  ])('%j, which is no host outside of URLs, cannot be reached', async (host) => {
    const target = { host, port: plain.port, purpose: 'web', encrypted: true } as const
    const [code] = await getFailure(createConnector({ exceptions: [] })(target))
    expect(code).not.toBe('FAILED')
    expect([plain.connections.times, tls.connections.times]).toEqual([0, 0])
  })

  test('names that resolve to an internal address are rejected, whatever else they resolve to', async () => {
    const lookup = (...addresses: string[]) => ({ exceptions: [], lookup: createLookup(addresses) })
    for (const addresses of [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['10.1.2.3', '::1'],
      ['169.254.169.254'],
    ])
      expect(
        await getFailure(request(`https://shop.example.com:${tls.port}/`, lookup(...addresses))),
      ).toEqual(blocked)
    expect(tls.connections.times).toBe(0)
  })

  test('a name is resolved once, so that a second answer cannot lead to an internal address', async () => {
    let lookups = 0
    const resolveOnce = createLookup(['10.0.0.1'], ['127.0.0.1'])
    const lookup: LookupFunction = (...args) => {
      lookups++
      resolveOnce(...args)
    }
    expect(await getFailure(request(`https://shop.example.com:${tls.port}/`, { lookup }))).toEqual(
      blocked,
    )
    expect(lookups).toBe(1)
    expect(tls.connections.times).toBe(0)
  })
})

describe('Allowed networks', () => {
  test.each(loopback.filter((one) => !['0.0.0.0', '0', '[::]', '[::ffff:0:0]'].includes(one)))(
    '%s can be reached if this machine is allowed',
    async (spelling) => {
      await using server = await startWeb(hello)
      const { status, body } = await request(`http://${spelling}:${server.port}/`)
      expect([status, String(body)]).toEqual([200, 'hello'])
    },
  )

  test('only these are allowed, for all ports and http', async () => {
    const { usual, unusual } = createBlockLists(parseNetworks('10.1.0.0/16', 'fd12::/16'))
    const checkBlocked = (address: string) =>
      [usual, unusual].map((list) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'))
    expect(checkBlocked('10.1.2.3')).toEqual([false, false])
    expect(checkBlocked('::ffff:10.1.2.3')).toEqual([false, false])
    expect(checkBlocked('fd12::9')).toEqual([false, false])
    expect(checkBlocked('10.2.0.1')).toEqual([true, true])
    expect(checkBlocked('::ffff:10.2.0.1')).toEqual([true, true])
    expect(checkBlocked('fd13::9')).toEqual([true, true])
    expect(checkBlocked('8.8.8.8')).toEqual([false, true])
    expect(checkBlocked('2606:4700::1')).toEqual([false, true])
  })

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ])('%s, where clouds provide machine credentials, stays blocked', (address) => {
    const all = parseNetworks(
      '169.0.0.0/8',
      'fc00::/7',
      '64:ff9b::/96',
      '2002::/16',
      '169.254.169.254',
    )
    const { usual } = createBlockLists(all)
    expect(usual.check(address, address.includes(':') ? 'ipv6' : 'ipv4')).toBe(true)
  })

  test.each([
    '0.0.0.0/0',
    '::ffff:0:0/96',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.0/104',
    '::/8',
    '::/64',
    '0:1::/8',
    '::/0',
    '10.0.0.0/7',
    '::/6',
    '10.0.0.0/33',
    '::1/129',
    'localhost',
    '10.1/16',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    'fe80::1%lo',
    '',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
  ])('%j is not an exception', (text) => {
    expect(parseNetwork(text)).toBeNull()
  })
})

describe('Ports', () => {
  const target = { host: '192.0.2.1', encrypted: true, purpose: 'web' } as const
  const connect = createConnector({ exceptions: [] })
  const outside = createLookup(['8.8.8.8'])

  test.each([22, 25, 80, 444, 1023, 0, -1, 65_536, 3.5, Number.NaN])(
    '%d is not allowed for the web',
    async (port) => {
      expect(await getFailure(connect({ ...target, port }))).toEqual([
        'PORT_NOT_ALLOWED',
        `Port ${port} isn't allowed. Use 443, or 1024 or higher.`,
      ])
    },
  )

  test.each([22, 26, 80, 443, 2526, 3306])(
    '%d is not allowed for email, and no connection is opened',
    async (port) => {
      const mail = { host: 'mail.example.com', port, purpose: 'mail', encrypted: false } as const
      expect(
        await getFailure(createConnector({ exceptions: localNetworks, lookup: outside })(mail)),
      ).toEqual(['PORT_NOT_ALLOWED', `Port ${port} isn't allowed. Use 25, 465, 587, or 2525.`])
    },
  )

  test('unencrypted requests are allowed only to exceptions', async () => {
    const attempt = request('http://shop.example.com:8080/', { lookup: outside })
    expect(await getFailure(attempt)).toEqual([
      'NOT_ENCRYPTED',
      'Enter a URL that starts with https://.',
    ])
  })

  test('every port of an exception can be reached', async () => {
    await using server = await listen(
      createServer((socket) => void socket.resume().end('220 mail\r\n')),
    )
    const mail = {
      host: 'localhost',
      port: server.port,
      purpose: 'mail',
      encrypted: false,
    } as const
    const socket = await createConnector({ exceptions: localNetworks })(mail)
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toBe('220 mail\r\n')
    socket.destroy()
  })
})

describe('Responses', () => {
  test('are received over https by name and by IP address', async () => {
    await using server = await startTlsWeb((incoming, response) => {
      response.setHeader('X-Seen', String(incoming.headers['x-sent']))
      incoming.pipe(response)
    })
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const url = `https://${host}:${server.port}/a?b=c`
      const reply = await request({
        url,
        method: 'POST',
        headers: { 'X-Sent': 'yes' },
        body: 'told',
      })
      expect(reply).toMatchObject({ status: 200, headers: { 'x-seen': 'yes' } })
      expect(String(reply.body)).toBe('told')
    }
  })

  test.each([301, 302, 303, 307, 308])('with the status %d are not followed', async (status) => {
    await using inside = await startWeb(hello)
    await using server = await startWeb((_request, response) => {
      response.writeHead(status, { Location: `http://127.0.0.1:${inside.port}/` }).end()
    })
    expect(await getFailure(request(`http://localhost:${server.port}/`))).toEqual([
      'REDIRECTED',
      'This URL redirects to another one. Enter the final URL.',
    ])
    expect(inside.connections.times).toBe(0)
  })

  test('are limited to 1 MB, however they are sent', async () => {
    await using whole = await startWeb((_request, response) => {
      response.end(Buffer.alloc(1024 * 1024))
    })
    await using endless = await startWeb((_request, response) => {
      const zeros = new Readable({ read: () => void zeros.push(Buffer.alloc(1024)) })
      zeros.pipe(response).on('close', () => zeros.destroy())
    })
    expect((await request(`http://localhost:${whole.port}/`)).body).toHaveLength(1024 * 1024)
    expect(await getFailure(request(`http://localhost:${endless.port}/`))).toEqual([
      'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      'The response is larger than 1 MB.',
    ])
  })

  test('that drip, never start, or never use TLS time out', async () => {
    await using dripping = await startWeb((_request, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await using silent = await listen(createServer((socket) => void socket.resume()))
    // One of the two limits is short, so that a busy machine can't swap them.
    const requestLimited = (url: string) =>
      getFailure(sendRequest(createConnector({ exceptions: localNetworks }), { url }, 200))
    const connectLimited = (url: string) =>
      getFailure(
        sendRequest(createConnector({ exceptions: localNetworks, connectMs: 200 }), { url }),
      )
    const tooSlow = ['TIMEOUT', "The host didn't finish responding within 20 seconds. Try again."]
    expect(await requestLimited(`http://localhost:${dripping.port}/`)).toEqual(tooSlow)
    expect(await requestLimited(`http://localhost:${silent.port}/`)).toEqual(tooSlow)
    expect(await connectLimited(`https://localhost:${silent.port}/`)).toEqual([
      'ETIMEDOUT',
      'No response within 5 seconds. A firewall may be blocking the port.',
    ])
  })

  test('with headers that are too long are rejected', async () => {
    await using server = await startWeb((_request, response) => {
      response.writeHead(200, { 'X-Long': 'x'.repeat(17_000) }).end()
    })
    const [code] = await getFailure(request(`http://localhost:${server.port}/`))
    expect(code).toBe('UND_ERR_HEADERS_OVERFLOW')
  })

  test('are requested without compression', async () => {
    await using server = await startWeb((incoming, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      response.end(String(incoming.headers['accept-encoding']))
    })
    expect(String((await request(`http://localhost:${server.port}/`)).body)).toBe('identity')
  })

  test('end when the request is aborted', async () => {
    const closed = new AbortController()
    await using server = await startWeb((incoming) => {
      incoming.on('close', () => closed.abort('closed'))
      caller.abort()
    })
    const caller = new AbortController()
    const attempt = request({ url: `http://localhost:${server.port}/`, signal: caller.signal })
    await expect(attempt).rejects.toThrow(NetworkError)
    await once(closed.signal, 'abort').catch(() => {})
  })

  test('that break off or are not HTTP get their own errors', async () => {
    await using cut = await listen(
      createServer((socket) => void socket.once('data', () => socket.destroy())),
    )
    await using other = await listen(
      createServer((socket) => void socket.resume().end('220 mail\r\n')),
    )
    expect((await getFailure(request(`http://localhost:${cut.port}/`)))[1]).toBe(
      'The host closed the connection. Try again.',
    )
    expect((await getFailure(request(`http://localhost:${other.port}/`)))[1]).toBe(
      "The server that responded doesn't use HTTP. Check the URL.",
    )
  })
})

describe('Certificates', () => {
  test('that are untrusted, expired, incomplete, or for another host get their own errors', async () => {
    await using valid = await startTlsWeb(hello)
    await using outdated = await startTlsWeb(hello, expiredCertificate)
    await using incomplete = await startTlsWeb(hello, certificateWithoutIssuer)
    const getSentence = async (url: string, options = {}) =>
      (await getFailure(request(url, options)))[1]
    expect(await getSentence(`https://localhost:${valid.port}/`, { ca: expiredCertificate })).toBe(
      'The certificate is self-signed. Use one from a trusted authority.',
    )
    expect(
      await getSentence(`https://localhost:${outdated.port}/`, { ca: expiredCertificate }),
    ).toBe('The certificate expired on 01/01/2021. Renew it on the server.')
    expect(await getFailure(request(`https://localhost:${incomplete.port}/`))).toEqual([
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      "The server doesn't send an intermediate certificate. Install the full certificate chain on the server.",
    ])
    expect(await getSentence(`https://127.0.0.2:${valid.port}/`)).toBe(
      'The certificate is for localhost, not for 127.0.0.2. Check the host.',
    )
  })

  test('are missing on a port without TLS, which gets its own error', async () => {
    await using server = await startWeb(hello)
    expect((await getFailure(request(`https://localhost:${server.port}/`)))[1]).toBe(
      "The server doesn't use TLS on this port. Check the port.",
    )
  })
})

test.each([
  ['ftp://example.com/', 'Enter a URL that starts with https://.'],
  ['file:///etc/passwd', 'Enter a URL like https://example.com/path.'],
  ['javascript:alert(1)', 'Enter a URL like https://example.com/path.'],
  ['example.com', 'Enter a URL like https://example.com/path.'],
  ['', 'Enter a URL like https://example.com/path.'],
  ['https://', 'Enter a URL like https://example.com/path.'],
  ['https://me:secret@example.com/', 'Enter a URL without a username or password.'],
])('%j is rejected: %s', async (url, sentence) => {
  const [, message] = await getFailure(request(url))
  expect(message).toBe(sentence)
})

test('a closed port and an unknown name get their own errors', async () => {
  await using server = await startWeb(hello)
  await server[Symbol.asyncDispose]()
  expect(await getFailure(request(`http://127.0.0.1:${server.port}/`))).toEqual([
    'ECONNREFUSED',
    `Nothing is listening on port ${server.port} at 127.0.0.1. Check the port.`,
  ])
  const lookup: LookupFunction = (_host, _options, done) =>
    done(Object.assign(new Error('Not found'), { code: 'ENOTFOUND' }), '', 4)
  expect((await getFailure(request('https://mail.example.com/', { lookup })))[1]).toBe(
    "We couldn't find mail.example.com. Check the spelling.",
  )
})

test('an address is allowed in every spelling, but never one of cloud credentials', () => {
  const isAllowed = createExceptionMatcher(parseNetworks('10.1.0.0/16', '169.254.0.0/16', '::1'))
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1', '::1%lo'])
    expect([address, isAllowed(address)]).toEqual([address, true])
  for (const address of ['10.2.0.1', '8.8.8.8', '169.254.169.254', 'localhost', '', '::2'])
    expect([address, isAllowed(address)]).toEqual([address, false])
})
