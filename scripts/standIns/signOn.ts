import { startOidcProvider } from '#tests/support/oidcProvider.ts'
import { startSamlProvider } from '#tests/support/samlProvider.ts'

const email = 'ana@acme.example'

/** A SAML provider that knows ana, and answers whoever asks. */
export async function startSaml(port: number): Promise<string> {
  const claims = { email, firstName: 'Ana', groups: ['staff'] }
  const { issuer } = await startSamlProvider({ ana: { nameId: email, claims } }, port)
  return `SAML: metadata URL ${issuer}; sign in there as ana (${email})`
}

/** An OpenID provider that knows ana, and leads back to the redirect URI that the command was given. */
export async function startOidc(port: number, redirectUri: string): Promise<string> {
  const client = { id: 'console', secret: 'stand-in-client-secret', basic: true }
  const ana = { email, verified: true, name: 'Ana Prins', groups: ['staff'] }
  const provider = await startOidcProvider({ client, port, people: { ana } })
  provider.allow(redirectUri)
  return `OpenID Connect: issuer ${provider.issuer}, client ${client.id}, secret ${client.secret}, leads back to ${redirectUri}; sign in there as ana`
}
