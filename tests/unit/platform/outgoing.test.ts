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
  createAddressChecker,
  createBlockLists,
  parseNetwork,
} from '#server/platform/core/outgoing/networks.ts'
import type { Network } from '#server/platform/core/outgoing/networks.ts'
import { sendRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import { certificate, expired, key, unlinked } from '#tests/support/sso/certificates.ts'

/** A server on all addresses of this machine, and how often it was reached. */
async function listening<S extends Server>(server: S) {
  const reached = { times: 0 }
  server.on('connection', () => reached.times++)
  server.listen(0, '::')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  return {
    port,
    reached,
    async [Symbol.asyncDispose]() {
      if ('closeAllConnections' in server)
        (server as unknown as { closeAllConnections(): void }).closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const web = (answer: RequestListener) => listening(createHttp(answer))
const tlsWeb = (answer: RequestListener, cert = certificate) =>
  listening(createHttps({ key, cert }, answer))
const hello: RequestListener = (_request, response) => void response.end('hello')

const networks = (...texts: string[]): Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text)
    if (!network) throw new Error(`${text} is no exception`)
    return network
  })
const here = networks('127.0.0.0/8', '::1')

const ask = (asked: OutgoingRequest | string, options: Partial<ConnectorOptions> = {}) =>
  sendRequest(
    createConnector({ exceptions: here, ca: certificate, ...options }),
    typeof asked === 'string' ? { url: asked } : asked,
  )

/** What an operator is told of a try that fails. */
const faultOf = async (tried: Promise<unknown>): Promise<[string, string]> => {
  const fault: unknown = await tried.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(fault instanceof NetworkError))
    throw new Error('It did not fail as it should', { cause: fault })
  return [fault.code, fault.sentence]
}

/** A name server of one's own. */
const resolving =
  (...answers: string[][]): LookupFunction =>
  (_host, options, done) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) done(null, all)
    else done(null, all[0]?.address ?? '', all[0]?.family ?? 4)
  }

/** This machine, as it may be spelt. */
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

/** What else is inside, or nobody's. */
const others = [
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

/** Only programs that resolve names read these: an address of the web may not hold them, or reads them as one of the others. */
const asHost = (spelling: string) => spelling.replaceAll(/^\[|\]$/g, '')
const blocked = ['ERR_IP_BLOCKED', "This address is on our internal network, so it isn't allowed."]

describe('inside, in every spelling', () => {
  let plain: Awaited<ReturnType<typeof web>>
  let tls: Awaited<ReturnType<typeof tlsWeb>>
  beforeAll(async () => {
    plain = await web(hello)
    tls = await tlsWeb(hello)
  })
  afterAll(async () => {
    await plain[Symbol.asyncDispose]()
    await tls[Symbol.asyncDispose]()
  })

  test.each([...loopback, ...others])('%s is reached by nobody', async (spelling) => {
    const closed = { exceptions: [] }
    const tried = [
      ask(`https://${spelling}:${tls.port}/`, closed),
      ask(`https://x@${spelling}:${tls.port}/`, closed),
      createConnector(closed)({
        host: asHost(spelling),
        port: 2525,
        purpose: 'mail',
        encrypted: false,
      }),
      createConnector(closed)({
        host: asHost(spelling),
        port: tls.port,
        purpose: 'web',
        encrypted: true,
      }),
    ]
    const [web, named, mail, raw] = await Promise.all(tried.map(faultOf))
    expect([web, mail, raw]).toEqual([blocked, blocked, blocked])
    expect(named).toEqual(['USERINFO', 'Enter a URL without a username or password.'])
    expect([plain.reached.times, tls.reached.times]).toEqual([0, 0])
  })

  test.each([
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    'localhost.',
    '127.0.0.1.',
  ])('%s, which the web reads as this machine, neither', async (spelling) => {
    const [web] = await faultOf(ask(`https://${spelling}:${tls.port}/`, { exceptions: [] }))
    expect(['ERR_IP_BLOCKED', 'ENOTFOUND', 'EAI_AGAIN']).toContain(web)
    expect(tls.reached.times).toBe(0)
  })

  test.each([
    'fe80::1%lo',
    '::1%lo',
    '::ffff:127.0.0.1%lo',
    '1.2.3.4\0.example.com',
    '',
    ' ',
    '/etc/passwd',
  ])('no program but the web reads %j, and it leads nowhere', async (host) => {
    const way = { host, port: plain.port, purpose: 'web', encrypted: true } as const
    const [code] = await faultOf(createConnector({ exceptions: [] })(way))
    expect(code).not.toBe('FAILED')
    expect([plain.reached.times, tls.reached.times]).toEqual([0, 0])
  })

  test('names that resolve inside are refused, whatever else they resolve to', async () => {
    const lookup = (...found: string[]) => ({ exceptions: [], lookup: resolving(found) })
    for (const found of [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['10.1.2.3', '::1'],
      ['169.254.169.254'],
    ])
      expect(await faultOf(ask(`https://shop.example.com:${tls.port}/`, lookup(...found)))).toEqual(
        blocked,
      )
    expect(tls.reached.times).toBe(0)
  })

  test('a name is resolved once, so that a second answer cannot lead inside', async () => {
    let asked = 0
    const once = resolving(['10.0.0.1'], ['127.0.0.1'])
    const lookup: LookupFunction = (...of) => {
      asked++
      once(...of)
    }
    expect(await faultOf(ask(`https://shop.example.com:${tls.port}/`, { lookup }))).toEqual(blocked)
    expect(asked).toBe(1)
    expect(tls.reached.times).toBe(0)
  })
})

describe('networks that are taken off the list', () => {
  test.each(loopback.filter((one) => !['0.0.0.0', '0', '[::]', '[::ffff:0:0]'].includes(one)))(
    '%s is reached where this machine is allowed',
    async (spelling) => {
      await using server = await web(hello)
      const { status, body } = await ask(`http://${spelling}:${server.port}/`)
      expect([status, String(body)]).toEqual([200, 'hello'])
    },
  )

  test('only these are off it, for all ports, and http', async () => {
    const { usual, unusual } = createBlockLists(networks('10.1.0.0/16', 'fd12::/16'))
    const denies = (address: string) =>
      [usual, unusual].map((list) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'))
    expect(denies('10.1.2.3')).toEqual([false, false])
    expect(denies('::ffff:10.1.2.3')).toEqual([false, false])
    expect(denies('fd12::9')).toEqual([false, false])
    expect(denies('10.2.0.1')).toEqual([true, true])
    expect(denies('::ffff:10.2.0.1')).toEqual([true, true])
    expect(denies('fd13::9')).toEqual([true, true])
    expect(denies('8.8.8.8')).toEqual([false, true])
    expect(denies('2606:4700::1')).toEqual([false, true])
  })

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ])('%s, where clouds keep the keys of machines, stays on it', (address) => {
    const all = networks('169.0.0.0/8', 'fc00::/7', '64:ff9b::/96', '2002::/16', '169.254.169.254')
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
  ])('%j is no exception', (text) => {
    expect(parseNetwork(text)).toBeNull()
  })
})

describe('ports', () => {
  const way = { host: '192.0.2.1', encrypted: true, purpose: 'web' } as const
  const open = createConnector({ exceptions: [] })
  const outside = resolving(['8.8.8.8'])

  test.each([22, 25, 80, 444, 1023, 0, -1, 65_536, 3.5, Number.NaN])(
    '%d is none of the web',
    async (port) => {
      expect(await faultOf(open({ ...way, port }))).toEqual([
        'PORT_NOT_ALLOWED',
        `Port ${port} isn't allowed. Use 443, or 1024 or higher.`,
      ])
    },
  )

  test.each([22, 26, 80, 443, 2526, 3306])(
    '%d is none of mail, and the way there is not tried',
    async (port) => {
      const mail = { host: 'mail.example.com', port, purpose: 'mail', encrypted: false } as const
      expect(await faultOf(createConnector({ exceptions: here, lookup: outside })(mail))).toEqual([
        'PORT_NOT_ALLOWED',
        `Port ${port} isn't allowed. Use 25, 465, 587, or 2525.`,
      ])
    },
  )

  test('what is not encrypted goes to exceptions alone', async () => {
    const tried = ask('http://shop.example.com:8080/', { lookup: outside })
    expect(await faultOf(tried)).toEqual([
      'NOT_ENCRYPTED',
      'Enter a URL that starts with https://.',
    ])
  })

  test('any port of an exception is reached', async () => {
    await using server = await listening(
      createServer((socket) => void socket.resume().end('220 mail\r\n')),
    )
    const mail = {
      host: 'localhost',
      port: server.port,
      purpose: 'mail',
      encrypted: false,
    } as const
    const socket = await createConnector({ exceptions: here })(mail)
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toBe('220 mail\r\n')
    socket.destroy()
  })
})

describe('answers', () => {
  test('of https are had, by name and by literal', async () => {
    await using server = await tlsWeb((asked, response) => {
      response.setHeader('X-Seen', String(asked.headers['x-sent']))
      asked.pipe(response)
    })
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const url = `https://${host}:${server.port}/a?b=c`
      const reply = await ask({ url, method: 'POST', headers: { 'X-Sent': 'yes' }, body: 'told' })
      expect(reply).toMatchObject({ status: 200, headers: { 'x-seen': 'yes' } })
      expect(String(reply.body)).toBe('told')
    }
  })

  test.each([301, 302, 303, 307, 308])('%d is followed nowhere', async (status) => {
    await using inside = await web(hello)
    await using server = await web((_request, response) => {
      response.writeHead(status, { Location: `http://127.0.0.1:${inside.port}/` }).end()
    })
    expect(await faultOf(ask(`http://localhost:${server.port}/`))).toEqual([
      'REDIRECTED',
      'This URL redirects to another one. Enter the final URL.',
    ])
    expect(inside.reached.times).toBe(0)
  })

  test('end at 1 MB, however they are sent', async () => {
    await using whole = await web((_request, response) => {
      response.end(Buffer.alloc(1024 * 1024))
    })
    await using endless = await web((_request, response) => {
      const zeros = new Readable({ read: () => void zeros.push(Buffer.alloc(1024)) })
      zeros.pipe(response).on('close', () => zeros.destroy())
    })
    expect((await ask(`http://localhost:${whole.port}/`)).body).toHaveLength(1024 * 1024)
    expect(await faultOf(ask(`http://localhost:${endless.port}/`))).toEqual([
      'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      'The response is larger than 1 MB.',
    ])
  })

  test('that drip, never begin, or never speak TLS take no longer than they may', async () => {
    await using dripping = await web((_request, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await using silent = await listening(createServer((socket) => void socket.resume()))
    // One of the two limits is short, so that a busy machine can't swap them.
    const limited = (url: string) =>
      faultOf(sendRequest(createConnector({ exceptions: here }), { url }, 200))
    const limitedConnect = (url: string) =>
      faultOf(sendRequest(createConnector({ exceptions: here, connectMs: 200 }), { url }))
    const tooSlow = ['TIMEOUT', "The host didn't finish responding within 20 seconds. Try again."]
    expect(await limited(`http://localhost:${dripping.port}/`)).toEqual(tooSlow)
    expect(await limited(`http://localhost:${silent.port}/`)).toEqual(tooSlow)
    expect(await limitedConnect(`https://localhost:${silent.port}/`)).toEqual([
      'ETIMEDOUT',
      'No response within 5 seconds. A firewall may be blocking the port.',
    ])
  })

  test('with too many headers are not read', async () => {
    await using server = await web((_request, response) => {
      response.writeHead(200, { 'X-Long': 'x'.repeat(17_000) }).end()
    })
    const [code] = await faultOf(ask(`http://localhost:${server.port}/`))
    expect(code).toBe('UND_ERR_HEADERS_OVERFLOW')
  })

  test('a compressed answer is not inflated', async () => {
    await using server = await web((asked, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      response.end(String(asked.headers['accept-encoding']))
    })
    expect(String((await ask(`http://localhost:${server.port}/`)).body)).toBe('identity')
  })

  test('a request that nobody waits for any more ends', async () => {
    const left = new AbortController()
    await using server = await web((asked) => {
      asked.on('close', () => left.abort('closed'))
      gone.abort()
    })
    const gone = new AbortController()
    const tried = ask({ url: `http://localhost:${server.port}/`, signal: gone.signal })
    await expect(tried).rejects.toThrow(NetworkError)
    await once(left.signal, 'abort').catch(() => {})
  })

  test('what breaks off, and what is no HTTP, is told so', async () => {
    await using cut = await listening(
      createServer((socket) => void socket.once('data', () => socket.destroy())),
    )
    await using other = await listening(
      createServer((socket) => void socket.resume().end('220 mail\r\n')),
    )
    expect((await faultOf(ask(`http://localhost:${cut.port}/`)))[1]).toBe(
      'The host closed the connection. Try again.',
    )
    expect((await faultOf(ask(`http://localhost:${other.port}/`)))[1]).toBe(
      "The server that responded doesn't use HTTP. Check the URL.",
    )
  })
})

describe('certificates', () => {
  test('of strangers, of other times and of other hosts are told apart', async () => {
    await using good = await tlsWeb(hello)
    await using old = await tlsWeb(hello, expired)
    await using alone = await tlsWeb(hello, unlinked)
    const sentence = async (url: string, options = {}) => (await faultOf(ask(url, options)))[1]
    expect(await sentence(`https://localhost:${good.port}/`, { ca: expired })).toBe(
      'The certificate is self-signed. Use one from a trusted authority.',
    )
    expect(await sentence(`https://localhost:${old.port}/`, { ca: expired })).toBe(
      'The certificate expired on 01/01/2021. Renew it on the server.',
    )
    expect(await faultOf(ask(`https://localhost:${alone.port}/`))).toEqual([
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      "The server doesn't send an intermediate certificate. Install the full certificate chain on the server.",
    ])
    expect(await sentence(`https://127.0.0.2:${good.port}/`)).toBe(
      'The certificate is for localhost, not for 127.0.0.2. Check the host.',
    )
  })

  test('a port that speaks no TLS is told so', async () => {
    await using server = await web(hello)
    expect((await faultOf(ask(`https://localhost:${server.port}/`)))[1]).toBe(
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
])('%j is told to be no address: %s', async (url, sentence) => {
  const [, told] = await faultOf(ask(url))
  expect(told).toBe(sentence)
})

test('a port where nothing listens, and a name that is not there, are told', async () => {
  await using server = await web(hello)
  await server[Symbol.asyncDispose]()
  expect(await faultOf(ask(`http://127.0.0.1:${server.port}/`))).toEqual([
    'ECONNREFUSED',
    `Nothing is listening on port ${server.port} at 127.0.0.1. Check the port.`,
  ])
  const lookup: LookupFunction = (_host, _options, done) =>
    done(Object.assign(new Error('Not found'), { code: 'ENOTFOUND' }), '', 4)
  expect((await faultOf(ask('https://mail.example.com/', { lookup })))[1]).toBe(
    "We couldn't find mail.example.com. Check the spelling.",
  )
})

test('an address is of the allowed networks in each spelling, and keys of clouds never are', () => {
  const isAllowed = createAddressChecker(networks('10.1.0.0/16', '169.254.0.0/16', '::1'))
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1', '::1%lo'])
    expect([address, isAllowed(address)]).toEqual([address, true])
  for (const address of ['10.2.0.1', '8.8.8.8', '169.254.169.254', 'localhost', '', '::2'])
    expect([address, isAllowed(address)]).toEqual([address, false])
})
