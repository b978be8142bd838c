import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { certificate, key } from './sso/certificates.ts'

export type ReceivedEmail = { from: string; to: string[]; content: string }

/** Starts a real mail server with one user, `shop`, whose password is `open sesame`. */
export async function startMailServer(options: SMTPServerOptions = {}, at = '127.0.0.1') {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    key,
    cert: certificate,
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === 'shop' && password === 'open sesame') return done(null, { user: username })
      return done(createSmtpError(535, 'no such user: secret words of the server'))
    },
    onData(stream, { envelope }, done) {
      void (async () => {
        try {
          const content = await text(stream)
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content })
          done()
        } catch (error) {
          // A sender that dies leaves its message incomplete.
          done(error instanceof Error ? error : new Error(String(error)))
        }
      })()
    },
    ...options,
  })
  // Tests may break off a connection.
  server.on('error', () => {})
  const listening = server.listen(0, at)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo // It listens on a TCP port.
  return {
    port,
    received,
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** Reads the decoded part of an email with this type, such as `text/html`; empty without one. */
export function readEmailPart({ content }: ReceivedEmail, type: string): string {
  const [, boundary] = /boundary="([^"]+)"/.exec(content) ?? []
  const parts = boundary === undefined ? [content] : content.split(`--${boundary}`)
  const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...paragraphs] = part.trimStart().split('\r\n\r\n')
  const body = paragraphs.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Reads a header of an email, with its folded lines joined; null without it. */
export const readEmailHeader = ({ content }: ReceivedEmail, name: string): string | null =>
  new RegExp(`^${name}: (.*)$`, 'm')
    .exec(content.split('\r\n\r\n')[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '')?.[1]
    ?.trim() ?? null

/** Creates the error for a rejecting SMTP answer. */
export const createSmtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts a TCP server that passes each connection to `onConnection`. */
export async function startTcpServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // As above.
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
