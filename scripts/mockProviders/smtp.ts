import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { MockProvider } from './mockProvider.ts'

const defaultSmtpState = {
  user: 'shop',
  password: 'open sesame',
  /** The step to reject: `signIn`, `sender`, `recipient`, or `message`. */
  rejectedStep: null as string | null,
}

/** Starts a local SMTP server that accepts all email and prints it. */
export async function startSmtp(port = 0): Promise<MockProvider> {
  const state = { ...defaultSmtpState }
  const getError = (step: string, responseCode: number, message = 'Rejected') =>
    state.rejectedStep === step ? Object.assign(new Error(message), { responseCode }) : null
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const isValid = username === state.user && password === state.password
      if (isValid && state.rejectedStep !== 'signIn') return done(null, { user: username })
      return done(Object.assign(new Error('Wrong'), { responseCode: 535 }))
    },
    onMailFrom: (_address, _session, done) => done(getError('sender', 550)),
    onRcptTo: (_address, _session, done) => done(getError('recipient', 550)),
    onData(stream, { envelope }, done) {
      void (async () => {
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        console.log(`Email to ${to}:\n${await text(stream)}`)
        done(getError('message', 554))
      })()
    },
  })
  server.on('error', (error) => console.error(`The SMTP mock provider: ${error.message}`))
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const { port: actualPort } = listener.address() as AddressInfo // A TCP server has a port.
  return {
    name: 'mail',
    instructions: `SMTP at 127.0.0.1:${actualPort}, security none; user ${defaultSmtpState.user}, password ${defaultSmtpState.password}`,
    state,
    stop: () => new Promise<void>((closed) => server.close(closed)),
  }
}
