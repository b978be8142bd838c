import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { literal, optional, type } from 'superstruct'
import { is } from '#shared/is.ts'
import { platformPaths } from '#shared/engine/platformCalls.ts'
import type { Credentials } from '#shared/engine/platformCalls.ts'
import { accountOf, networkOf, Throttle } from '#shared/signIn/throttle.ts'
import type { Attempt } from '#shared/signIn/throttle.ts'
import { knownUser, Permissions, SignedInUser } from '#shared/signIn/user.ts'
import { retryAfterOf } from '../proxy/answerCheck.ts'
import { HeaderId, Token } from './cookies.ts'
import type { Visitor } from './cookies.ts'
import { headersFrom } from '../proxy/proxyHeaders.ts'
import type { Settings } from '../settings.ts'
import type { Upstream, UpstreamAnswer } from '../proxy/upstream.ts'
import { UpstreamFault } from '../proxy/upstreamFault.ts'

/** What a sign-in asks of any platform's answer (http.md "Sign-in"); permissions may come with the next page. */
const Answer = type({
  status: optional(literal(200)),
  token: Token,
  user: SignedInUser,
  permissions: optional(Permissions),
})

export type SignInFailureCode = 'refused' | 'throttled' | 'unreachable' | 'timeout' | 'busy'

/** Why nobody was signed in. `refused` does not say why; `retryAfter` is in seconds. */
export class SignInFailure extends Error {
  override name = 'SignInFailure'
  readonly code: SignInFailureCode
  readonly retryAfter: number | undefined

  constructor(code: SignInFailureCode, retryAfter?: number) {
    super(code)
    this.code = code
    this.retryAfter = retryAfter
  }
}

export type SignedIn = { session: Visitor; user: SignedInUser; permissions: string[] }

/** `address` is the client's own, behind trusted proxies too; `agent` what it says it is. */
export type Client = { address: string; requestId: string; agent?: string | undefined }

/** Both reject with `SignInFailure`. */
export interface SignIn {
  signIn(credentials: Credentials, client: Client): Promise<SignedIn>
  /** `payload` is what the console learned from Google; spec.md does not show its shape. */
  signInWithGoogle(payload: Record<string, unknown>, client: Client): Promise<SignedIn>
}

type Deps = {
  settings: Settings
  upstream: Upstream
  throttle?: Throttle
  /** A refusal takes at least this long, so that how fast a platform answers tells less about an account. */
  refusalMs?: number
}

/** The one place where a session begins (http.md "Sign-in"). */
export function createSignIn({
  settings,
  upstream,
  throttle = new Throttle(() => performance.now()),
  refusalMs = 300,
}: Deps): SignIn {
  async function ask(path: string, body: unknown, account: string, client: Client) {
    const network = { name: networkOf(client.address) }
    const attempt = throttle.attempt({ name: hashOf(accountOf(account)) }, network)
    if (typeof attempt === 'number') throw new SignInFailure('throttled', attempt)
    const refusedFrom = performance.now() + refusalMs
    const answer = await call(path, body, client, attempt)
    const signedIn = answer.status === 200 ? signedInFrom(answer.body) : null
    if (signedIn) {
      attempt.succeeded()
      return signedIn
    }
    if (answer.status >= 500 || answer.status === 429) {
      attempt.undecided()
      throw answer.status === 429
        ? new SignInFailure('throttled', retryAfterOf(answer.headers) ?? 1)
        : new SignInFailure('unreachable')
    }
    await delay(Math.max(refusedFrom - performance.now(), 0))
    attempt.failed()
    throw new SignInFailure('refused')
  }

  async function call(
    path: string,
    body: unknown,
    client: Client,
    attempt: Attempt,
  ): Promise<UpstreamAnswer> {
    const { requestId, address: clientAddress, agent } = client
    try {
      return await upstream.send({
        method: 'POST',
        path,
        headers: {
          ...headersFrom(null, settings, { requestId, clientAddress, agent }),
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    } catch (error) {
      attempt.undecided()
      if (!(error instanceof UpstreamFault)) throw error
      const code = error.code === 'bad_answer' ? 'unreachable' : error.code
      throw new SignInFailure(code, error.refusal.retryAfter)
    }
  }

  return {
    signIn: ({ email, password }, client) =>
      ask(platformPaths.login, { email, password }, email, client),
    // Whose account it is the platform alone can tell, so what is slowed down is the same payload and the network.
    signInWithGoogle: (payload, client) =>
      ask(platformPaths.google, payload, JSON.stringify(payload), client),
  }
}

/** Of one size whatever was typed, and no list of addresses in memory. */
const hashOf = (account: string) => createHash('sha256').update(account).digest('base64')

/** The session in an answer, whose fields may stand under `data` (spec.md section 7); null when it is no sign-in. */
function signedInFrom(bytes: Buffer): SignedIn | null {
  const body = parsed(bytes)
  const answer = typeof body === 'object' && body && 'data' in body ? body.data : body
  if (!is(answer, Answer) || (body !== answer && !is(body, Envelope))) return null
  const { token, user, permissions = [] } = answer
  const session = { token, storeId: String(user.storeId), userId: String(user.id) }
  if (!is(session.storeId, HeaderId) || !is(session.userId, HeaderId)) return null
  return { session, user: knownUser(user), permissions }
}

const Envelope = type({ status: optional(literal(200)) })

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null // No JSON is no sign-in.
  }
}
