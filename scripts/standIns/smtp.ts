import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail relay on this machine that takes whatever is sent and shows it; it knows the user `shop`, with the password `open sesame`. */
export function startSmtp(host: string, port: number): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'shop' && password === 'open sesame') return done(null, { user: username })
      return done(Object.assign(new Error('Wrong'), { responseCode: 535 }))
    },
    onData(stream, { envelope }, done) {
      void (async () => {
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        console.log(`Mail to ${to}:\n${await text(stream)}`)
        done()
      })()
    },
  })
  server.on('error', (error) => console.error(`The mail relay: ${error.message}`))
  return new Promise((listening) =>
    server.listen(port, host, () =>
      listening(`SMTP at ${host}:${port}, without TLS; user shop, password open sesame`),
    ),
  )
}
