import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { expiredCertificate } from '#tests/support/sso/certificates.ts'
import { createSmtpError, startTcpServer, startMailServer } from '#tests/support/mailServer.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import {
  mailPlatformOptions,
  buildSmtpValues,
  createSmtpSettings,
} from '#tests/api/support/mail.ts'

describe.each(databases.slice(0, 1))('Tests of SMTP settings on $name', (database) => {
  const platform = usePlatform(database, mailPlatformOptions)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  beforeEach(() => platform().advance(61_000)) // The limit is ten tests per minute.

  /** Creates and tests a setting. Returns its steps and the failed one. */
  async function testSetting(port: number, overrides: object = {}, to = 'me@example.com') {
    const { id } = await createSmtpSettings(call, port, overrides)
    const { body } = await call('POST', `/smtpSettings/${id}/test`, { body: { to } })
    await runProductJob(platform(), body.job)
    const [entry] = (await call('GET', `/smtpSettings/${id}/tests`)).body.data
    const steps: TestStep[] = entry.steps
    const { name, code, sentence, field } = steps.find(({ outcome }) => outcome === 'failed') ?? {}
    return { id, outcome: entry.outcome, steps, failed: { name, code, sentence, field } }
  }
  const startServer = async (options?: SMTPServerOptions, host?: string) => {
    const mailServer = await startMailServer(options, host)
    onTestFinished(mailServer.stop)
    return mailServer
  }
  const startTcpListener = async (onConnection: Parameters<typeof startTcpServer>[0]) => {
    const tcpServer = await startTcpServer(onConnection)
    onTestFinished(tcpServer.stop)
    return tcpServer.port
  }
  const getWarnings = (steps: TestStep[]) =>
    steps.filter(({ warning }) => warning).map(({ name }) => name)

  test('STARTTLS passes all steps and delivers the email', async () => {
    const { port, received } = await startServer()
    const { outcome, steps } = await testSetting(port, {
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
    expect(getWarnings(steps)).toEqual([])
    expect(received).toMatchObject([{ from: 'shop@good.example', to: ['me@example.com'] }])
    expect(received[0]?.content).toContain('Reply-To: help@good.example')
  })

  const plainRelay = { auth: 'none', username: null, password: null, security: 'none' }

  test('a non-ASCII domain is sent in punycode', async () => {
    const commands: string[] = []
    const port = await startTcpListener((socket) => {
      socket.write('220 relay.example\r\n')
      socket.on('data', (data) => {
        const line = data.toString()
        commands.push(line.trim())
        const isMessage = line.endsWith('\r\n.\r\n')
        if (line.startsWith('DATA')) socket.write('354 go on\r\n')
        else if (isMessage || /^(EHLO|MAIL|RCPT|QUIT)/.test(line)) socket.write('250 ok\r\n')
      })
    })
    const { outcome } = await testSetting(
      port,
      { ...plainRelay, fromAddress: 'shop@müller.example' },
      'info@MÜLLER.example',
    )
    expect(outcome).toBe('passed')
    expect(commands).toContain('MAIL FROM:<shop@xn--mller-kva.example>')
    expect(commands).toContain('RCPT TO:<info@xn--mller-kva.example>')
  })

  test('non-ASCII letters before the @ need a server with SMTPUTF8', async () => {
    const withoutSmtpUtf8 = await startServer({ hideSMTPUTF8: true })
    const { failed } = await testSetting(withoutSmtpUtf8.port, {}, 'jürgen@good.example')
    expect(failed).toMatchObject({
      name: 'send',
      code: 'SMTPUTF8',
      sentence:
        "The mail server doesn't support SMTPUTF8, so it can't handle jürgen@good.example. Use an address with only ASCII characters before the @.",
    })
    const unsupportedSender = await testSetting(withoutSmtpUtf8.port, {
      fromAddress: 'jürgen@good.example',
    })
    expect(unsupportedSender.failed).toMatchObject({ name: 'send', field: 'fromAddress' })
    expect(withoutSmtpUtf8.received).toEqual([])
    const withSmtpUtf8 = await startServer({ hideSMTPUTF8: false })
    expect((await testSetting(withSmtpUtf8.port, {}, 'jürgen@good.example')).outcome).toBe('passed')
    expect(withSmtpUtf8.received).toMatchObject([{ to: ['jürgen@good.example'] }])
  })

  test('implicit TLS passes and delivers the email', async () => {
    const { port, received } = await startServer({ secure: true })
    expect((await testSetting(port, { security: 'tls' })).outcome).toBe('passed')
    expect(received).toHaveLength(1)
  })

  test('missing encryption, verification, SPF, or DMARC is a warning, not a failure', async () => {
    const { port } = await startServer()
    const noSignIn = { auth: 'none', username: null, password: null }
    const insecure = { ...noSignIn, security: 'none', fromAddress: 'a@bare.example' }
    const { outcome, steps } = await testSetting(port, insecure)
    expect(outcome).toBe('passed')
    expect(getWarnings(steps)).toEqual(['greet', 'sender'])
    expect(steps.find(({ name }) => name === 'sender')?.sentence).toContain(
      'no SPF or DMARC record',
    )
    const unverified = await testSetting(port, { ...noSignIn, verifyCertificate: false })
    expect(unverified.outcome).toBe('passed')
    expect(getWarnings(unverified.steps)).toEqual(['greet'])
    const unresponsiveDns = await testSetting(port, { fromAddress: 'a@silent.example' })
    expect(unresponsiveDns.steps.find(({ name }) => name === 'sender')?.outcome).toBe('unknown')
  })

  test('port 25 is a warning', async () => {
    const { port } = await startServer()
    const { outgoing } = platform().platform
    const { connect } = outgoing
    onTestFinished(() => void Object.assign(outgoing, { connect }))
    // Only root can listen on port 25.
    const connectToServer: typeof connect = (options) => connect({ ...options, port })
    Object.assign(outgoing, { connect: connectToServer })
    const { outcome, steps } = await testSetting(25)
    expect([outcome, getWarnings(steps)]).toEqual(['passed', ['connect']])
  })

  test('an unknown host and an internal address fail the DNS step', async () => {
    const { failed } = await testSetting(587, { host: 'mail.nowhere.invalid' })
    expect(failed).toMatchObject({ name: 'dns', field: 'host' })
    expect(failed.sentence).toMatch(
      /^We couldn't find mail.nowhere.invalid|^The name server didn't/,
    )
    expect((await testSetting(587, { host: '10.0.0.1' })).failed).toEqual({
      name: 'dns',
      code: 'ERR_IP_BLOCKED',
      sentence: "This address is on our internal network, so it isn't allowed.",
      field: 'host',
    })
  })

  test('a port without a listener fails the connect step', async () => {
    const { port, stop } = await startMailServer()
    await stop()
    expect((await testSetting(port)).failed).toMatchObject({
      name: 'connect',
      code: 'ECONNREFUSED',
      sentence: `Nothing is listening on port ${port} at 127.0.0.1. Check the port.`,
      field: 'port',
    })
  })

  test('expired, self-signed, and mismatched certificates have their own explanations', async () => {
    const expiredServer = await startServer({ cert: expiredCertificate, secure: true })
    expect((await testSetting(expiredServer.port, { security: 'tls' })).failed).toMatchObject({
      name: 'greet',
      code: 'CERT_HAS_EXPIRED',
      sentence: 'The certificate expired on 01/01/2021. Renew it on the server.',
    })
    const selfSigned = await startServer()
    expect((await testSetting(selfSigned.port, { verifyCertificate: true })).outcome).toBe('passed')
    const { outgoing } = platform().platform
    onTestFinished(() => void Object.assign(outgoing, { ca: mailPlatformOptions.ca }))
    Object.assign(outgoing, { ca: undefined })
    expect((await testSetting(selfSigned.port)).failed).toMatchObject({
      name: 'greet',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      sentence: 'The certificate is self-signed. Use one from a trusted authority.',
    })
    Object.assign(outgoing, { ca: mailPlatformOptions.ca })
    const otherHost = await startServer({ secure: true }, '0.0.0.0')
    expect(
      (await testSetting(otherHost.port, { host: '127.0.0.2', security: 'tls' })).failed,
    ).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      sentence: 'The certificate is for localhost, not for 127.0.0.2. Check the host.',
    })
  })

  test('a server without the chosen TLS mode fails at the security field', async () => {
    const plainServer = await startServer()
    expect((await testSetting(plainServer.port, { security: 'tls' })).failed).toMatchObject({
      name: 'greet',
      sentence: "This port doesn't start with TLS. Choose STARTTLS.",
      field: 'security',
    })
    const withoutStartTls = await startServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
    })
    expect((await testSetting(withoutStartTls.port)).failed).toMatchObject({
      name: 'greet',
      sentence: "The server doesn't offer STARTTLS. Choose another security setting.",
      field: 'security',
    })
  })

  test('a silent port and a web server fail with different advice', async () => {
    const silentPort = await startTcpListener(() => {})
    expect((await testSetting(silentPort)).failed).toMatchObject({
      name: 'greet',
      sentence: "The server didn't send a greeting. Try TLS, usually with port 465.",
    })
    const webPort = await startTcpListener(
      (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    )
    expect((await testSetting(webPort)).failed).toMatchObject({
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
  ])('a server that greets with %j fails the greet step', async (greeting, code, sentence) => {
    const port = await startTcpListener((socket) => void socket.end(`${greeting}\r\n`))
    for (const security of ['starttls', 'none']) {
      const { failed } = await testSetting(port, { security })
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
  ])('a server that sends %s and hangs up fails the greet step', async (_, reply) => {
    const port = await startTcpListener((socket) => void socket.end(reply))
    expect((await testSetting(port)).failed).toMatchObject({
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
  /** Starts a server that offers sign-in and sends `reply` to each `command`. */
  const startReplyingServer = (command: string, reply: string) =>
    startTcpListener((socket) => {
      socket.write('220 mail.example\r\n')
      socket.on('data', (chunk) => {
        const [verb = ''] = chunk.toString().split(/\s/)
        const usualReply = usualReplies[verb] ?? '250 fine'
        socket.write(`${verb === command ? reply : usualReply}\r\n`)
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
    'a server that replies to %s (%s) with %j fails the matching step',
    async (command, security, reply, name, sentence) => {
      const { failed } = await testSetting(await startReplyingServer(command, reply), { security })
      expect(failed).toMatchObject({ name, sentence: expect.stringMatching(sentence) })
    },
  )

  test.each([
    [535, 'The mail server rejected the username or password. Enter them again.'],
    [538, 'The mail server requires TLS before sign-in (538). Choose STARTTLS or TLS.'],
    [530, 'The mail server requires TLS before sign-in (530). Choose STARTTLS or TLS.'],
    [534, 'The mail server requires an app password or OAuth (534). Enter an app password.'],
    [550, 'The mail server rejected the sign-in (550). Check the username and password.'],
  ])(
    'a sign-in rejected with %i is explained without the reply of the server',
    async (status, sentence) => {
      const { port } = await startServer({
        onAuth: (_auth, _session, done) =>
          done(createSmtpError(status, 'password was: open sesame')),
      })
      const { failed } = await testSetting(port)
      expect(failed).toMatchObject({ name: 'signIn', sentence })
      expect(JSON.stringify(failed)).not.toContain('sesame')
    },
  )

  test('a rejected recipient and a rejected sender have their own explanations', async () => {
    const { port } = await startServer({
      onRcptTo: (_address, _session, done) => done(createSmtpError(550, 'who is me@example.com?')),
    })
    expect((await testSetting(port)).failed).toMatchObject({
      name: 'send',
      sentence: "The mail server rejected the recipient (550). Check the recipient's address.",
    })
    const strictServer = await startServer({
      onMailFrom: (_address, _session, done) => done(createSmtpError(553, 'not yours')),
    })
    expect((await testSetting(strictServer.port)).failed).toMatchObject({
      name: 'send',
      sentence:
        'The mail server rejected shop@good.example as the sender (553). Enter a From address that this account can send from.',
      field: 'fromAddress',
    })
  })

  test.each([
    ['a sender', 'onMailFrom', 451],
    ['a recipient', 'onRcptTo', 450],
  ] as const)(
    'a server that defers %s (%s: %i) causes a temporary failure',
    async (_what, on, status) => {
      const rejectTemporarily: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
        done(createSmtpError(status, 'greylisted'))
      expect(
        (await testSetting((await startServer({ [on]: rejectTemporarily })).port)).failed,
      ).toEqual({
        name: 'send',
        code: `EENVELOPE ${status}`,
        sentence: expect.stringContaining(`can't accept the email right now (${status})`),
        field: undefined,
      })
    },
  )

  test('a password is sent without TLS only to hosts in the allowed networks', async () => {
    const { port, received } = await startServer({ allowInsecureAuth: true })
    expect((await testSetting(port, { security: 'none' })).outcome).toBe('passed')
    // Treats the same host as outside because a name can resolve to any address.
    const { outgoing } = platform().platform
    const { isException } = outgoing
    onTestFinished(() => void Object.assign(outgoing, { isException }))
    const passwords: string[] = []
    const outsideServer = await startServer({
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        passwords.push(String(password))
        done(null, { user: 'shop' })
      },
    })
    const settingOverrides = { host: 'localhost', security: 'none' }
    const { id } = await createSmtpSettings(call, outsideServer.port, settingOverrides)
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

  test('an address outside the allowed networks is rejected without TLS or on other ports', async () => {
    const outsideValues = buildSmtpValues(587, { host: '192.0.43.8', security: 'none' })
    const { status, body } = await call('POST', '/smtpSettings', { body: outsideValues })
    expect([status, body.fields]).toEqual([
      422,
      { security: expect.stringMatching(/passwords are only sent with TLS/) },
    ])
    const port = buildSmtpValues(2000, { host: '192.0.43.8' })
    expect((await call('POST', '/smtpSettings', { body: port })).body.fields).toEqual({
      port: expect.any(String),
    })
    const insideValues = buildSmtpValues(2000, { host: '127.0.0.5', security: 'none' })
    expect((await call('POST', '/smtpSettings', { body: insideValues })).status).toBe(201)
  })

  test('values that contradict each other are rejected at their fields', async () => {
    const getErrors = async (overrides: object) => {
      const setting = createSmtpSettings(call, 587, overrides)
      return setting.then(
        () => ({}),
        (error: Error) => JSON.parse(error.message).fields,
      )
    }
    expect(await getErrors({ username: null, password: null })).toMatchObject({
      username: 'Enter a username.',
      password: 'Enter a password.',
    })
    expect(await getErrors({ paused: true })).toHaveProperty('pauseReason')
    expect(await getErrors({ port: 70_000, fromAddress: 'nobody' })).toMatchObject({
      port: expect.any(String),
      fromAddress: expect.any(String),
    })
  })
})
