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
        const content = await text(stream)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content })
        done()
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
