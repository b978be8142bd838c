import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'
import type { Configuration } from 'oidc-provider'

/** The provider's claims about an account. */
type Person = {
  email: string
  /** The token has no claim about it if undefined. */
  verified: boolean | undefined
  name?: string
  groups?: string[]
  /** How the person signed in, as the provider's token says. */
  amr?: string[]
}

type Options = {
  /** `basic` sends the secret in the header. */
  client: {
    id: string
    /** Without a secret, it's a public client for an app. */
    secret?: string
    basic?: boolean
  }
  /** The accounts by the name that they sign in with. */
  people: Record<string, Person>
  /** Defaults to a free port. */
  port?: number
}

/**
 * Starts a whole OpenID provider (`oidc-provider`) in this process. To a browser it's another site
 * than the console, because `localhost` and `127.0.0.1` are two sites. A test sets the redirect
 * URIs once it knows the console's URL.
 */
export async function startOidcProvider({ client, people, port: requestedPort = 0 }: Options) {
  const rejectAll: RequestListener = (_req, res) => void res.writeHead(503).end()
  let answer = rejectAll
  const server = createServer((req, res) => answer(req, res)).listen(requestedPort, 'localhost')
  await once(server, 'listening')
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`

  return {
    issuer,
    /** Starts answering, and redirects only to these URIs. */
    allow(...redirectUris: string[]) {
      const provider = new Provider(issuer, buildConfiguration(client, people, redirectUris))
      // For an app's client, the library allows plain http only on localhost, but test stores have
      // their own hosts.
      provider.Client.prototype.redirectUriAllowed = (uri) => redirectUris.includes(uri)
      const rest = provider.callback()
      answer = (req, res) =>
        req.url?.startsWith('/interaction/')
          ? void interact(provider, people, req, res)
          : void rest(req, res)
    },
    /** Answers 503 until the next `allow`. */
    refuse() {
      answer = rejectAll
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>

const buildConfiguration = (
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
    openid: ['sub', 'amr'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  // Puts the requested claims into the ID token, as Google does.
  conformIdTokenClaims: false,
  // In seconds. The library warns about missing ones.
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

/** Returns who signed in, and how. */
function getLogin(accountId: string, people: Options['people']) {
  const amr = people[accountId]?.amr
  return { accountId, ...(amr && { amr }) }
}

/** Shows the provider's sign-in page, which can also cancel. Signing in implies consent. */
async function interact(
  provider: Provider,
  people: Options['people'],
  req: IncomingMessage,
  res: ServerResponse,
) {
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
        : { login: getLogin(form.get('name') ?? '', people) }
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
