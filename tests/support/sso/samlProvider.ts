import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import express from 'express'
import samlp from 'samlp'
import { createSigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { createSamlResponse } from './samlAnswers.ts'
import type { SamlResponseOptions, SamlPerson } from './samlAnswers.ts'

/**
 * Starts a SAML provider (samlp) on another site than the stores. It publishes metadata, shows a
 * sign-in page, and sends its response to the caller. `people` are by sign-in name. A test may
 * change `overrides` between responses.
 */
export async function startSamlProvider(
  people: Record<string, SamlPerson>,
  port = 0,
  overrides: Partial<SamlResponseOptions> = {},
) {
  const key = await createSigningKey('provider', new Date())
  const app = express()
  const server = app.listen(port, 'localhost')
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo // It listens on a TCP port.
  const origin = `http://localhost:${actualPort}`
  const issuer = `${origin}/metadata`

  app.get('/metadata', (_request, response) => {
    response.type('application/xml').send(buildMetadata(issuer, `${origin}/sso`, key.certificate))
  })
  app.get('/sso', (_request, response) => {
    response.type('html').send(loginPage)
  })
  app.post('/sso', express.urlencoded({ extended: false }), async (request, response) => {
    const authnRequest = await promisify(samlp.parseRequest)(request, {})
    const person = people[String(request.body.name)]
    if (!person || !authnRequest?.issuer || !authnRequest.assertionConsumerServiceURL)
      return void response.status(403).send('Nobody of this name')
    const xml = await createSamlResponse({
      issuer,
      key,
      person,
      audience: authnRequest.issuer,
      acsUrl: authnRequest.assertionConsumerServiceURL,
      inResponseTo: authnRequest.id,
      ...overrides,
    })
    const answer = Buffer.from(xml).toString('base64')
    const state = escapeHtml(String(request.query['RelayState'] ?? ''))
    response
      .type('html')
      .send(buildResponsePage(authnRequest.assertionConsumerServiceURL, answer, state))
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

const buildMetadata = (
  issuer: string,
  ssoUrl: string,
  certificate: string,
) => `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
${certificate.replaceAll(/-----.*?-----/g, '').trim()}
</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
</IDPSSODescriptor></EntityDescriptor>`

const loginPage = `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>
<form method="post"><label>Name <input name="name"></label> <button>Go on</button></form></html>`

const buildResponsePage = (to: string, answer: string, state: string) =>
  `<!doctype html><html lang="en"><title>Provider</title><h1>Signed in</h1>
<form method="post" action="${escapeHtml(to)}"><input type="hidden" name="SAMLResponse" value="${answer}">
<input type="hidden" name="RelayState" value="${state}"><button>Back to the store</button></form></html>`

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
