import type { Socket } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { needsSmtpUtf8, normalizeEmail } from '#shared/engine/emailAddress.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { checkCertificate } from '#server/platform/core/outgoing/connect.ts'
import type { Outgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { toSmtpError, SmtpError, createTlsRequiredError } from './smtpErrors.ts'
import type { SmtpPhase } from './smtpErrors.ts'
import { emailSendingMessages } from './messages.ts'

/** How long each answer of a server may take, in milliseconds: less than a step of a test by as much as a busy process may be late. */
const replyTimeoutMs = 4000

export type EmailMessage = { to: string; subject: string; text: string; html?: string }

/** A conversation with a relay, over a socket that the one door opened: all that is sent to it goes by this. */
export class SmtpSession {
  readonly #settings: AnyRecord
  readonly #connection: SMTPConnection
  /** Without TLS a password may go to hosts of the allowed networks (`OUTBOUND_ALLOW`) alone. */
  readonly #mayBeOpen: boolean

  constructor(
    { ca, isException }: Pick<Outgoing, 'ca' | 'isException'>,
    settings: AnyRecord,
    connection: Socket,
  ) {
    this.#settings = settings
    this.#mayBeOpen = settings['security'] !== 'none' || isException(connection.remoteAddress ?? '')
    const { host, port, security } = settings
    this.#connection = new SMTPConnection({
      connection,
      host: String(host),
      port: Number(port),
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: replyTimeoutMs,
      greetingTimeout: replyTimeoutMs,
      socketTimeout: replyTimeoutMs,
      // What is not authorized is refused below, where its certificate can still be told of.
      tls: { rejectUnauthorized: false, ...(ca ? { ca } : {}) },
    })
    // Heard by whoever waits; one that was given up is nobody's.
    this.#connection.on('error', () => {})
  }

  /** Greeting, TLS as the settings want it, and whether the certificate is the host's. */
  async greet(): Promise<void> {
    await this.#said('greet', (done) => this.#connection.connect(done))
    const { host, port, verifyCertificate } = this.#settings
    const { _socket: socket } = this.#connection
    if (!verifyCertificate || !socket) return
    const wrong = checkCertificate(socket, { host: String(host), port: Number(port) })
    if (wrong) throw wrong
  }

  async signIn(user: string, pass: string): Promise<void> {
    if (!this.#mayBeOpen) throw createTlsRequiredError()
    return this.#said('signIn', (done) => this.#connection.login({ user, pass }, done))
  }

  async send(letter: EmailMessage): Promise<void> {
    const { fromName, fromAddress, replyTo } = this.#settings
    const from = {
      name: String(fromName ?? ''),
      address: normalizeEmail(String(fromAddress)),
    }
    // Stored addresses may be older than this form: nodemailer sends their domains as they are.
    const to = normalizeEmail(letter.to)
    this.#requireSendable(from.address, 'fromAddress')
    this.#requireSendable(to)
    const message = await new MailComposer({
      ...letter,
      to,
      from,
      ...(typeof replyTo === 'string' ? { replyTo: normalizeEmail(replyTo) } : {}),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build()
    const envelope = { from: from.address, to: [to] }
    await this.#said('send', (done) => this.#connection.send(envelope, message, done))
  }

  /** Rejects an address whose part before the @ only servers with SMTPUTF8 take, if this one isn't one. */
  #requireSendable(address: string, field?: string): void {
    if (!needsSmtpUtf8(address)) return
    // nodemailer notes what a server offers here, outside its types.
    const offered: unknown = Reflect.get(this.#connection, '_supportedExtensions')
    if (Array.isArray(offered) && offered.includes('SMTPUTF8')) return
    const sentence = emailSendingMessages.noSmtpUtf8(address)
    throw new SmtpError({ code: 'SMTPUTF8', sentence, ...(field && { field }) }, false)
  }

  close(): void {
    this.#connection.close()
  }

  /** Waits for what nodemailer calls back, or for an error that it only emits. */
  #said(phase: SmtpPhase, ask: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(toSmtpError(error, phase, this.#settings))
      this.#connection.once('error', fail)
      ask((error) => {
        this.#connection.off('error', fail)
        if (error) fail(error)
        else resolve()
      })
    })
  }
}
