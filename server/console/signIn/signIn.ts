import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import type { Credentials } from '#shared/engine/platformCalls.ts'
import { Throttle } from '#shared/areas/signIn/throttle.ts'
import type { Attempt } from '#shared/areas/signIn/throttle.ts'
import { retryAfterOf } from '../proxy/answerCheck.ts'
import { headersFrom } from '../proxy/proxyHeaders.ts'
import type { Settings } from '../settings.ts'
import type { Upstream, UpstreamAnswer } from '../proxy/upstream.ts'
import { UpstreamFault } from '../proxy/upstreamFault.ts'
import { findToken, parseSignedIn } from './signInAnswer.ts'
import type { SignedIn } from './signInAnswer.ts'
import { createSignInAttempts } from './signInAttempts.ts'
import type { Client } from './signInAttempts.ts'

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
  log?: Logger
  /** A refusal takes at least this long, so that how fast a platform answers tells less about an account. */
  refusalMs?: number
}

/** The one place where a session begins (http.md "Sign-in"). */
export function createSignIn({
  settings,
  upstream,
  throttle = new Throttle(() => performance.now()),
  log,
  refusalMs = 300,
}: Deps): SignIn {
  async function ask(path: string, body: unknown, client: Client, attempt: Attempt | number) {
    if (typeof attempt === 'number') throw new SignInFailure('throttled', attempt)
    const refusedFrom = performance.now() + refusalMs
    const answer = await call(path, body, client, attempt)
    const signedIn = answer.status === 200 ? parseSignedIn(answer.body) : null
    if (signedIn) {
      attempt.succeeded()
      return signedIn
    }
    if (answer.status === 200) await endRejectedSession(answer.body, client)
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

  /** A session that the console doesn't take ends on the platform too, within the time that a rejection takes. */
  async function endRejectedSession(body: Buffer, { requestId }: Client): Promise<void> {
    const token = findToken(body)
    if (token === null) return
    try {
      await upstream.send({
        method: 'POST',
        path: sessionPaths.logout,
        headers: headersFrom({ token, storeId: '', userId: '' }, settings, { requestId }),
        signal: AbortSignal.timeout(Math.max(refusalMs, 100)),
      })
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      log?.warn({ requestId, code: error.code }, "the platform didn't receive a sign-out")
    }
  }

  function send(path: string, body: unknown, client: Client): Promise<UpstreamAnswer> {
    const { requestId, address: clientAddress, agent } = client
    return upstream.send({
      method: 'POST',
      path,
      headers: {
        ...headersFrom(null, settings, { requestId, clientAddress, agent }),
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  }

  async function call(
    path: string,
    body: unknown,
    client: Client,
    attempt: Attempt,
  ): Promise<UpstreamAnswer> {
    try {
      return await send(path, body, client)
    } catch (error) {
      attempt.undecided()
      if (!(error instanceof UpstreamFault)) throw error
      const code = error.code === 'bad_answer' ? 'unreachable' : error.code
      throw new SignInFailure(code, error.refusal.retryAfter)
    }
  }

  const attempts = createSignInAttempts({ throttle, send })

  return {
    async signIn({ email, password }, client) {
      const { devices = [] } = client
      const body = { email, password, ...(devices.length > 0 && { devices }) }
      const attempt = await attempts.begin(email, client)
      const signedIn = await ask(platformPaths.login, body, client, attempt)
      attempts.remember(email, client, signedIn.device)
      return signedIn
    },
    signInWithGoogle: (payload, client) =>
      ask(platformPaths.google, payload, client, attempts.beginGoogle(payload, client)),
  }
}
