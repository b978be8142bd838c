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

/**
 * The time limit of each server reply, in milliseconds. It leaves a busy process room within the
 * limit of a test step.
 */
const replyTimeoutMs = 4000

export type EmailMessage = {
  /** The same for each attempt, so that a recipient's mail server recognizes a repeated email. */
  id?: string
  to: string
  subject: string
  text: string
  html?: string
  /** Unsubscribes its recipient with one POST (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * An SMTP session over a socket from `Outgoing`. Everything sent to a mail server goes through it.
 */
export class SmtpSession {
  readonly #settings: AnyRecord
  readonly #connection: SMTPConnection
  /**
   * Whether a password may be sent: with TLS, or to hosts in allowed networks (`OUTBOUND_ALLOW`).
   */
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
      // `greet` rejects a certificate that isn't valid, so that the error can describe it.
      tls: { rejectUnauthorized: false, ...(ca ? { ca } : {}) },
    })
    // `#said` listens while a call waits. Without this listener, an error after that would end the
    // process.
    this.#connection.on('error', () => {})
  }

  /** Waits for the greeting, starts TLS as set, and verifies that the certificate is the host's. */
  async greet(): Promise<void> {
    await this.#said('greet', (done) => this.#connection.connect(done))
    const { host, port, verifyCertificate } = this.#settings
    const { _socket: socket } = this.#connection
    if (!verifyCertificate || !socket) return
    const certificateError = checkCertificate(socket, { host: String(host), port: Number(port) })
    if (certificateError) throw certificateError
  }

  async signIn(user: string, pass: string): Promise<void> {
    if (!this.#mayBeOpen) throw createTlsRequiredError()
    return this.#said('signIn', (done) => this.#connection.login({ user, pass }, done))
  }

  async send({ id, unsubscribeUrl, ...email }: EmailMessage): Promise<void> {
    const { fromName, fromAddress, replyTo } = this.#settings
    const from = {
      name: String(fromName ?? ''),
      address: normalizeEmail(String(fromAddress)),
    }
    // Addresses may have been stored before they were normalized, and nodemailer doesn't convert
    // their domains.
    const to = normalizeEmail(email.to)
    this.#requireSendable(from.address, 'fromAddress')
    this.#requireSendable(to)
    const message = await new MailComposer({
      ...email,
      to,
      from,
      ...(id !== undefined && { messageId: `<${id}@${from.address.split('@').at(-1)}>` }),
      ...(typeof replyTo === 'string' ? { replyTo: normalizeEmail(replyTo) } : {}),
      ...(unsubscribeUrl !== undefined && {
        headers: {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build()
    const envelope = { from: from.address, to: [to] }
    await this.#said('send', (done) => this.#connection.send(envelope, message, done))
  }

  /** Rejects an address whose local part needs SMTPUTF8 if the server doesn't support it. */
  #requireSendable(address: string, field?: string): void {
    if (!needsSmtpUtf8(address)) return
    // nodemailer saves the server's extensions here, outside its types.
    const extensions: unknown = Reflect.get(this.#connection, '_supportedExtensions')
    if (Array.isArray(extensions) && extensions.includes('SMTPUTF8')) return
    const sentence = emailSendingMessages.noSmtpUtf8(address)
    throw new SmtpError({ code: 'SMTPUTF8', sentence, ...(field && { field }) }, false)
  }

  close(): void {
    this.#connection.close()
  }

  /** Waits for the callback of nodemailer, or for an error that it only emits. */
  #said(phase: SmtpPhase, run: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(toSmtpError(error, phase, this.#settings))
      this.#connection.once('error', fail)
      run((error) => {
        this.#connection.off('error', fail)
        if (error) fail(error)
        else resolve()
      })
    })
  }
}
