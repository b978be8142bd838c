import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import express from 'express'
import samlp from 'samlp'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { samlAnswer } from './samlAnswers.ts'
import type { SamlAnswer, SamlPerson } from './samlAnswers.ts'

/**
 * A SAML provider (samlp) on this machine, on another site than stores: it publishes metadata, asks who somebody is and answers whoever asked.
 * `people` are known by the name that they sign in there with; `spoilt` is read at each answer.
 */
export async function startSamlProvider(
  people: Record<string, SamlPerson>,
  port = 0,
  spoilt: Partial<SamlAnswer> = {},
) {
  const key = await createSigningKey('provider', new Date())
  const app = express()
  const server = app.listen(port, 'localhost')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo // It listens on a TCP port.
  const origin = `http://localhost:${taken}`
  const issuer = `${origin}/metadata`

  app.get('/metadata', (_request, response) => {
    response.type('application/xml').send(metadataOf(issuer, `${origin}/sso`, key.certificate))
  })
  app.get('/sso', (_request, response) => {
    response.type('html').send(loginPage)
  })
  app.post('/sso', express.urlencoded({ extended: false }), async (request, response) => {
    const asked = await promisify(samlp.parseRequest)(request, {})
    const person = people[String(request.body.name)]
    if (!person || !asked?.issuer || !asked.assertionConsumerServiceURL)
      return void response.status(403).send('Nobody of this name')
    const xml = await samlAnswer({
      issuer,
      key,
      person,
      audience: asked.issuer,
      acsUrl: asked.assertionConsumerServiceURL,
      inResponseTo: asked.id,
      ...spoilt,
    })
    const answer = Buffer.from(xml).toString('base64')
    const state = escaped(String(request.query['RelayState'] ?? ''))
    response.type('html').send(answerPage(asked.assertionConsumerServiceURL, answer, state))
  })

  return {
    origin,
    issuer,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const metadataOf = (issuer: string, ssoUrl: string, certificate: string) => `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
${certificate.replaceAll(/-----.*?-----/g, '').trim()}
</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
</IDPSSODescriptor></EntityDescriptor>`

const loginPage = `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>
<form method="post"><label>Name <input name="name"></label> <button>Go on</button></form></html>`

const answerPage = (to: string, answer: string, state: string) =>
  `<!doctype html><html lang="en"><title>Provider</title><h1>Signed in</h1>
<form method="post" action="${escaped(to)}"><input type="hidden" name="SAMLResponse" value="${answer}">
<input type="hidden" name="RelayState" value="${state}"><button>Back to the store</button></form></html>`

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
