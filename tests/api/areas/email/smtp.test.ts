import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { expired } from '#tests/support/sso/certificates.ts'
import { refusal, startListener, startMailServer } from '#tests/support/mailServer.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { mailPlatform, mailValues, newSetting } from '#tests/api/support/mail.ts'

describe.each(databases.slice(0, 1))('tests of mail settings on $name', (database) => {
  const platform = usePlatform(database, mailPlatform)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  beforeEach(() => platform().advance(61_000)) // Ten tests a minute.

  /** What the test of a setting comes to: the step that failed with its code and sentence. */
  async function tried(port: number, more: object = {}, to = 'me@example.com') {
    const { id } = await newSetting(call, port, more)
    const { body } = await call('POST', `/smtpSettings/${id}/test`, { body: { to } })
    await runProductJob(platform(), body.job)
    const [entry] = (await call('GET', `/smtpSettings/${id}/tests`)).body.data
    const steps: TestStep[] = entry.steps
    const { name, code, sentence, field } = steps.find(({ outcome }) => outcome === 'failed') ?? {}
    return { id, outcome: entry.outcome, steps, failed: { name, code, sentence, field } }
  }
  const server = async (options?: SMTPServerOptions, at?: string) => {
    const started = await startMailServer(options, at)
    onTestFinished(started.stop)
    return started
  }
  const listener = async (hear: Parameters<typeof startListener>[0]) => {
    const started = await startListener(hear)
    onTestFinished(started.stop)
    return started.port
  }
  const warnings = (steps: TestStep[]) =>
    steps.filter(({ warning }) => warning).map(({ name }) => name)

  test('STARTTLS: all steps pass, and the mail is there', async () => {
    const { port, received } = await server()
    const { outcome, steps } = await tried(port, {
      fromName: 'Köln Shop',
      replyTo: 'help@good.example',
    })
    expect(outcome).toBe('passed')
    expect(steps.map(({ name }) => name)).toEqual([
      'dns',
      'connect',
      'greet',
      'signIn',
      'sender',
      'send',
    ])
    expect(warnings(steps)).toEqual([])
    expect(received).toMatchObject([{ from: 'shop@good.example', to: ['me@example.com'] }])
    expect(received[0]?.content).toContain('Reply-To: help@good.example')
  })

  const plainRelay = { auth: 'none', username: null, password: null, security: 'none' }

  test('a domain outside ASCII goes out in punycode', async () => {
    const commands: string[] = []
    const port = await listener((socket) => {
      socket.write('220 relay.example\r\n')
      socket.on('data', (data) => {
        const line = data.toString()
        commands.push(line.trim())
        const isMessage = line.endsWith('\r\n.\r\n')
        if (line.startsWith('DATA')) socket.write('354 go on\r\n')
        else if (isMessage || /^(EHLO|MAIL|RCPT|QUIT)/.test(line)) socket.write('250 ok\r\n')
      })
    })
    const { outcome } = await tried(
      port,
      { ...plainRelay, fromAddress: 'shop@müller.example' },
      'info@MÜLLER.example',
    )
    expect(outcome).toBe('passed')
    expect(commands).toContain('MAIL FROM:<shop@xn--mller-kva.example>')
    expect(commands).toContain('RCPT TO:<info@xn--mller-kva.example>')
  })

  test('letters outside ASCII before the @ need a server with SMTPUTF8, and the test says so', async () => {
    const without = await server({ hideSMTPUTF8: true })
    const { failed } = await tried(without.port, {}, 'jürgen@good.example')
    expect(failed).toMatchObject({
      name: 'send',
      code: 'SMTPUTF8',
      sentence:
        "The mail server doesn't support SMTPUTF8, so it can't handle jürgen@good.example. Use an address with only ASCII characters before the @.",
    })
    const sender = await tried(without.port, { fromAddress: 'jürgen@good.example' })
    expect(sender.failed).toMatchObject({ name: 'send', field: 'fromAddress' })
    expect(without.received).toEqual([])
    const offering = await server({ hideSMTPUTF8: false })
    expect((await tried(offering.port, {}, 'jürgen@good.example')).outcome).toBe('passed')
    expect(offering.received).toMatchObject([{ to: ['jürgen@good.example'] }])
  })

  test('TLS at once', async () => {
    const { port, received } = await server({ secure: true })
    expect((await tried(port, { security: 'tls' })).outcome).toBe('passed')
    expect(received).toHaveLength(1)
  })

  test('warns of what is not safe, and of a sender without SPF and DMARC, and fails nothing', async () => {
    const { port } = await server()
    const nobody = { auth: 'none', username: null, password: null }
    const open = { ...nobody, security: 'none', fromAddress: 'a@bare.example' }
    const { outcome, steps } = await tried(port, open)
    expect(outcome).toBe('passed')
    expect(warnings(steps)).toEqual(['greet', 'sender'])
    expect(steps.find(({ name }) => name === 'sender')?.sentence).toContain(
      'no SPF or DMARC record',
    )
    const unverified = await tried(port, { ...nobody, verifyCertificate: false })
    expect(unverified.outcome).toBe('passed')
    expect(warnings(unverified.steps)).toEqual(['greet'])
    const silent = await tried(port, { fromAddress: 'a@silent.example' })
    expect(silent.steps.find(({ name }) => name === 'sender')?.outcome).toBe('unknown')
  })

  test('warns of port 25', async () => {
    const { port } = await server()
    const { outgoing } = platform().platform
    const { connect } = outgoing
    onTestFinished(() => void Object.assign(outgoing, { connect }))
    // Nobody but root may listen there.
    const instead: typeof connect = (way) => connect({ ...way, port })
    Object.assign(outgoing, { connect: instead })
    const { outcome, steps } = await tried(25)
    expect([outcome, warnings(steps)]).toEqual(['passed', ['connect']])
  })

  test('a host that there is not, and one that is inside', async () => {
    const { failed } = await tried(587, { host: 'mail.nowhere.invalid' })
    expect(failed).toMatchObject({ name: 'dns', field: 'host' })
    expect(failed.sentence).toMatch(
      /^We couldn't find mail.nowhere.invalid|^The name server didn't/,
    )
    expect((await tried(587, { host: '10.0.0.1' })).failed).toEqual({
      name: 'dns',
      code: 'ERR_IP_BLOCKED',
      sentence: "This address is on our internal network, so it isn't allowed.",
      field: 'host',
    })
  })

  test('a port on which nothing listens', async () => {
    const { port, stop } = await startMailServer()
    await stop()
    expect((await tried(port)).failed).toMatchObject({
      name: 'connect',
      code: 'ECONNREFUSED',
      sentence: `Nothing is listening on port ${port} at 127.0.0.1. Check the port.`,
      field: 'port',
    })
  })

  test('certificates: expired, self-signed, of another host', async () => {
    const old = await server({ cert: expired, secure: true })
    expect((await tried(old.port, { security: 'tls' })).failed).toMatchObject({
      name: 'greet',
      code: 'CERT_HAS_EXPIRED',
      sentence: 'The certificate expired on 01/01/2021. Renew it on the server.',
    })
    const other = await server()
    expect((await tried(other.port, { verifyCertificate: true })).outcome).toBe('passed')
    const { outgoing } = platform().platform
    onTestFinished(() => void Object.assign(outgoing, { ca: mailPlatform.ca }))
    Object.assign(outgoing, { ca: undefined })
    expect((await tried(other.port)).failed).toMatchObject({
      name: 'greet',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      sentence: 'The certificate is self-signed. Use one from a trusted authority.',
    })
    Object.assign(outgoing, { ca: mailPlatform.ca })
    const everywhere = await server({ secure: true }, '0.0.0.0')
    expect(
      (await tried(everywhere.port, { host: '127.0.0.2', security: 'tls' })).failed,
    ).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      sentence: 'The certificate is for localhost, not for 127.0.0.2. Check the host.',
    })
  })

  test('TLS at once where the port speaks none, and no STARTTLS where it is asked for', async () => {
    const plain = await server()
    expect((await tried(plain.port, { security: 'tls' })).failed).toMatchObject({
      name: 'greet',
      sentence: "This port doesn't start with TLS. Choose STARTTLS.",
      field: 'security',
    })
    const without = await server({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    expect((await tried(without.port)).failed).toMatchObject({
      name: 'greet',
      sentence: "The server doesn't offer STARTTLS. Choose another security setting.",
      field: 'security',
    })
  })

  test('a port that is silent, as one that expects TLS, and one that is no mail server', async () => {
    const silent = await listener(() => {})
    expect((await tried(silent)).failed).toMatchObject({
      name: 'greet',
      sentence: "The server didn't send a greeting. Try TLS, usually with port 465.",
    })
    const web = await listener((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await tried(web)).failed).toMatchObject({
      name: 'greet',
      sentence: "The host responds, but it isn't an SMTP server. Check the host and port.",
    })
  })

  test.each([
    [
      '421 too busy',
      'EPROTOCOL 421',
      /^The mail server is busy \(421\)\. Try again in a few minutes/,
    ],
    ['421-mail.example\r\n421 too busy', 'EPROTOCOL 421', /^The mail server is busy \(421\)\./],
    ['421', 'EPROTOCOL 421', /is busy \(421\)/],
    ['450 later', 'EPROTOCOL 450', /can't accept connections right now \(450\)\. Try again/],
    ['554 no service for you', 'EPROTOCOL 554', /rejects connections from this platform \(554\)/],
    ['521 takes no mail', 'EPROTOCOL 521', /doesn't accept email \(521\)/],
    ['* OK IMAP4rev1 ready', 'EPROTOCOL', /reading mailboxes \(IMAP\).*usually 587 or 465/],
    ['+OK POP3 ready', 'EPROTOCOL', /reading mailboxes \(POP3\)/],
    ['SSH-2.0-OpenSSH_9.9', 'EPROTOCOL', /isn't an SMTP server/],
    ['4210 sheep', 'EPROTOCOL', /isn't an SMTP server/],
  ])('a server that greets with %j', async (greeting, code, sentence) => {
    const port = await listener((socket) => void socket.end(`${greeting}\r\n`))
    for (const security of ['starttls', 'none']) {
      const { failed } = await tried(port, { security })
      expect(failed).toMatchObject({
        name: 'greet',
        code,
        sentence: expect.stringMatching(sentence),
      })
    }
  })

  test.each([
    ['nothing', ''],
    ['half a greeting', '220-mail.exam'],
    ['the first line of two', '421-too\r\n'],
  ])('a server that says %s and hangs up', async (_, said) => {
    const port = await listener((socket) => void socket.end(said))
    expect((await tried(port)).failed).toMatchObject({
      name: 'greet',
      code: 'ECONNECTION',
      sentence: expect.stringMatching(/closed the connection before sending a greeting/),
    })
  })

  const usualReplies: Record<string, string> = {
    EHLO: '250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN',
    AUTH: '235 welcome',
    DATA: '354 go on',
  }
  /** A server that greets, offers sign-in, and replies to each command that begins with `command` by `reply`. */
  const replying = (command: string, reply: string) =>
    listener((socket) => {
      socket.write('220 mail.example\r\n')
      socket.on('data', (chunk) => {
        const [said = ''] = chunk.toString().split(/\s/)
        const usual = usualReplies[said] ?? '250 fine'
        socket.write(`${said === command ? reply : usual}\r\n`)
      })
    })

  test.each([
    ['EHLO', 'none', '421 too busy', 'greet', /is busy \(421\)/],
    ['EHLO', 'starttls', '421 too busy', 'greet', /is busy \(421\)/],
    ['EHLO', 'starttls', '502 unknown', 'greet', /doesn't offer STARTTLS/],
    ['STARTTLS', 'starttls', '454 not now', 'greet', /can't start TLS right now \(454\)/],
    ['STARTTLS', 'starttls', '421-too\r\n421 busy', 'greet', /is busy \(421\)/],
    [
      'STARTTLS',
      'starttls',
      '220 go ahead, but no TLS follows',
      'greet',
      /doesn't start with TLS|TLS failed to start/,
    ],
    ['AUTH', 'none', '421 too busy', 'signIn', /is busy \(421\)/],
    [
      'AUTH',
      'none',
      '454 not now',
      'signIn',
      /can't verify the username and password right now \(454\)/,
    ],
    ['MAIL', 'none', '421 too busy', 'send', /is busy \(421\)/],
    ['RCPT', 'none', '452 full', 'send', /can't accept the email right now \(452\)/],
    ['DATA', 'none', '421 too busy', 'send', /is busy \(421\)/],
    ['DATA', 'none', '451 later', 'send', /can't accept the email right now \(451\)/],
    ['DATA', 'none', '554 no', 'send', /rejected the email's content \(554\)/],
  ])(
    'a server that replies to %s (%s) with %j',
    async (command, security, reply, name, sentence) => {
      const { failed } = await tried(await replying(command, reply), { security })
      expect(failed).toMatchObject({ name, sentence: expect.stringMatching(sentence) })
    },
  )

  test.each([
    [535, 'The mail server rejected the username or password. Enter them again.'],
    [538, 'The mail server requires TLS before sign-in (538). Choose STARTTLS or TLS.'],
    [530, 'The mail server requires TLS before sign-in (530). Choose STARTTLS or TLS.'],
    [534, 'The mail server requires an app password or OAuth (534). Enter an app password.'],
    [550, 'The mail server rejected the sign-in (550). Check the username and password.'],
  ])('a sign-in that is refused with %i', async (status, sentence) => {
    const { port } = await server({
      onAuth: (_auth, _session, done) => done(refusal(status, 'password was: open sesame')),
    })
    const { failed } = await tried(port)
    expect(failed).toMatchObject({ name: 'signIn', sentence })
    expect(JSON.stringify(failed)).not.toContain('sesame')
  })

  test('an address, and a sender, that are refused', async () => {
    const { port } = await server({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'who is me@example.com?')),
    })
    expect((await tried(port)).failed).toMatchObject({
      name: 'send',
      sentence: "The mail server rejected the recipient (550). Check the recipient's address.",
    })
    const strict = await server({
      onMailFrom: (_address, _session, done) => done(refusal(553, 'not yours')),
    })
    expect((await tried(strict.port)).failed).toMatchObject({
      name: 'send',
      sentence:
        'The mail server rejected shop@good.example as the sender (553). Enter a From address that this account can send from.',
      field: 'fromAddress',
    })
  })

  test.each([
    ['a sender', 'onMailFrom', 451],
    ['an address', 'onRcptTo', 450],
  ] as const)('%s that is not taken just now (%s: %i) is no refusal', async (_what, on, status) => {
    const later: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
      done(refusal(status, 'greylisted'))
    expect((await tried((await server({ [on]: later })).port)).failed).toEqual({
      name: 'send',
      code: `EENVELOPE ${status}`,
      sentence: expect.stringContaining(`can't accept the email right now (${status})`),
      field: undefined,
    })
  })

  test('a password leaves without TLS only to hosts inside the allowed networks', async () => {
    const { port, received } = await server({ allowInsecureAuth: true })
    expect((await tried(port, { security: 'none' })).outcome).toBe('passed')
    // The same host, were it outside: a name may lead anywhere.
    const { outgoing } = platform().platform
    const { isException } = outgoing
    onTestFinished(() => void Object.assign(outgoing, { isException }))
    const passwords: string[] = []
    const outside = await server({
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        passwords.push(String(password))
        done(null, { user: 'shop' })
      },
    })
    const named = { host: 'localhost', security: 'none' }
    const { id } = await newSetting(call, outside.port, named)
    Object.assign(outgoing, { isException: () => false })
    const { body } = await call('POST', `/smtpSettings/${id}/test`, { body: { to: 'a@b.example' } })
    await runProductJob(platform(), body.job)
    const [entry] = (await call('GET', `/smtpSettings/${id}/tests`)).body.data
    expect(entry.steps.find(({ name }: TestStep) => name === 'signIn')).toMatchObject({
      outcome: 'failed',
      code: 'NOT_ENCRYPTED',
      field: 'security',
      sentence: expect.stringMatching(/^Passwords are only sent with TLS/),
    })
    expect(passwords).toEqual([])
    expect(received).toHaveLength(1)
  })

  test('an address outside the allowed networks is rejected at once without TLS, and on other ports', async () => {
    const outside = mailValues(587, { host: '192.0.43.8', security: 'none' })
    const { status, body } = await call('POST', '/smtpSettings', { body: outside })
    expect([status, body.fields]).toEqual([
      422,
      { security: expect.stringMatching(/passwords are only sent with TLS/) },
    ])
    const port = mailValues(2000, { host: '192.0.43.8' })
    expect((await call('POST', '/smtpSettings', { body: port })).body.fields).toEqual({
      port: expect.any(String),
    })
    const inside = mailValues(2000, { host: '127.0.0.5', security: 'none' })
    expect((await call('POST', '/smtpSettings', { body: inside })).status).toBe(201)
  })

  test('a form that does not fit together is refused at its fields', async () => {
    const refused = async (more: object) => {
      const setting = newSetting(call, 587, more)
      return setting.then(
        () => ({}),
        (error: Error) => JSON.parse(error.message).fields,
      )
    }
    expect(await refused({ username: null, password: null })).toMatchObject({
      username: 'Enter a username.',
      password: 'Enter a password.',
    })
    expect(await refused({ paused: true })).toHaveProperty('pauseReason')
    expect(await refused({ port: 70_000, fromAddress: 'nobody' })).toMatchObject({
      port: expect.any(String),
      fromAddress: expect.any(String),
    })
  })
})
