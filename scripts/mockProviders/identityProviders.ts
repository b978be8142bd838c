import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { startSamlProvider } from '#tests/support/sso/samlProvider.ts'
import type { SamlResponseOptions } from '#tests/support/sso/samlAnswers.ts'
import type { MockProvider } from './mockProvider.ts'

const email = 'ana@acme.example'
const person = { email, verified: true, name: 'Ana Prins', groups: ['staff'] }

/**
 * Starts a SAML provider with one user, ana, that accepts any service provider. Its switches make
 * the response invalid.
 */
export async function startSaml(port = 0): Promise<MockProvider> {
  const state: Pick<
    Required<SamlResponseOptions>,
    'signature' | 'digest' | 'signed' | 'seconds'
  > = {
    signature: 'sha256',
    digest: 'sha256',
    signed: 'assertion',
    seconds: 300,
  }
  const claims = { email, firstName: 'Ana', groups: ['staff'] }
  const { issuer, stop } = await startSamlProvider({ ana: { nameId: email, claims } }, port, state)
  const instructions = `metadata URL ${issuer}; sign in there as ana (${email})`
  return { name: 'saml', instructions, state, stop }
}

/**
 * Starts an OpenID provider with one user, ana. Store admins use a client with a secret, members'
 * apps a public client.
 */
export async function startOidc(
  name: string,
  redirectUris: string[],
  port = 0,
  secret?: string,
): Promise<MockProvider> {
  const client = { id: 'console', ...(secret === undefined ? {} : { secret, basic: true }) }
  const provider = await startOidcProvider({ client, port, people: { ana: person } })
  const state = { redirectUris, down: false }
  const applyChanges = () =>
    state.down ? provider.refuse() : provider.allow(...state.redirectUris)
  applyChanges()
  return {
    name,
    instructions: `issuer ${provider.issuer}, client ${client.id}, ${secret === undefined ? 'no secret' : `secret ${secret}`}; redirect URI ${redirectUris.join(', ')}; sign in there as ana`,
    state,
    applyChanges,
    stop: provider.stop,
  }
}
