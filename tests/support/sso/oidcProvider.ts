import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'
import type { Configuration } from 'oidc-provider'

/** What the provider says of somebody. */
type Person = {
  email: string
  /** Nothing is said of it where undefined. */
  verified: boolean | undefined
  name?: string
  groups?: string[]
}

type Options = {
  /** `basic` where it wants the secret in the header. */
  client: {
    id: string
    /** Without one it is a public client, of an app. */
    secret?: string
    basic?: boolean
  }
  /** By the name under which they sign in there. */
  people: Record<string, Person>
  /** Any free one unless told. */
  port?: number
}

/**
 * A whole OpenID provider (`oidc-provider`) in this process, on another site than the console: `localhost` and
 * `127.0.0.1` are two to a browser. It can be told where it may lead back to once the console has its address.
 */
export async function startOidcProvider({ client, people, port: wanted = 0 }: Options) {
  const refusing: RequestListener = (_req, res) => void res.writeHead(503).end()
  let answer = refusing
  const server = createServer((req, res) => answer(req, res)).listen(wanted, 'localhost')
  await once(server, 'listening')
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`

  return {
    issuer,
    /** Answers from now on, and leads back to these addresses alone. */
    allow(...redirectUris: string[]) {
      const provider = new Provider(issuer, configurationOf(client, people, redirectUris))
      // Of an app's client the library takes plain http on this machine alone, where stores of tests are hosts of their own.
      provider.Client.prototype.redirectUriAllowed = (uri) => redirectUris.includes(uri)
      const rest = provider.callback()
      answer = (req, res) =>
        req.url?.startsWith('/interaction/')
          ? void interact(provider, req, res)
          : void rest(req, res)
    },
    /** Answers nothing but 503 until it is told again where it may lead back to. */
    refuse() {
      answer = refusing
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>

const configurationOf = (
  client: Options['client'],
  people: Options['people'],
  redirectUris: string[],
): Configuration => ({
  clients: [
    {
      client_id: client.id,
      redirect_uris: client.secret === undefined ? ['com.example.app:/'] : redirectUris,
      ...(client.secret === undefined
        ? { application_type: 'native', token_endpoint_auth_method: 'none' }
        : {
            client_secret: client.secret,
            token_endpoint_auth_method: client.basic ? 'client_secret_basic' : 'client_secret_post',
          }),
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  // As Google does: what was asked for stands in the ID token.
  conformIdTokenClaims: false,
  // Seconds; what is not set, the library complains of.
  ttl: {
    Session: 600,
    Interaction: 600,
    Grant: 600,
    AuthorizationCode: 60,
    AccessToken: 600,
    IdToken: 600,
  },
  pkce: { required: () => true },
  cookies: { keys: [randomUUID()] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId) => {
    const person = people[accountId]
    if (!person) return undefined
    const { email, verified, name = '', groups = [] } = person
    const [given_name = '', family_name = ''] = name.split(' ')
    const more = name === '' ? {} : { given_name, family_name, groups }
    const claims = { sub: accountId, email, email_verified: verified, ...more }
    return { accountId, claims: () => claims }
  },
})

/** The provider's own page: who are you, or rather not. Whoever says who they are has agreed to everything. */
async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse) {
  const { prompt, params, grantId, session } = await provider.interactionDetails(req, res)
  if (req.method === 'GET' && prompt.name === 'login') {
    res.setHeader('Content-Type', 'text/html; charset=utf-8').end(loginPage)
    return
  }
  if (prompt.name === 'login') {
    const form = new URLSearchParams(await text(req))
    const result =
      form.get('answer') === 'cancel'
        ? { error: 'access_denied', error_description: 'very-private' }
        : { login: { accountId: form.get('name') ?? '' } }
    await provider.interactionFinished(req, res, result)
    return
  }
  const grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({
      ...(session ? { accountId: session.accountId } : {}),
      clientId: String(params['client_id']),
    })
  grant.addOIDCScope(String(params['scope']))
  await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } })
}

const loginPage = `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>
<form method="post"><label>Name <input name="name"></label>
<button name="answer" value="go">Go on</button> <button name="answer" value="cancel">Cancel</button></form></html>`
