import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FactorProof } from '#machines/session.ts'
import { is } from '#shared/engine/is.ts'
import {
  challengeExpired,
  PasskeyChallenge,
  secondFactorRequired,
} from '#shared/engine/secondFactor.ts'
import type { SecondFactorDemand } from '#shared/engine/secondFactor.ts'
import { platformPaths, sessionPaths } from '#shared/engine/platformCalls.ts'
import type { SignInCredentials } from '#shared/engine/platformCalls.ts'
import { providerCalls } from '#shared/areas/signIn/providerPaths.ts'
import { Throttle } from '#shared/throttle.ts'
import type { ThrottledAttempt } from '#shared/throttle.ts'
import { getRetryAfter } from '../proxy/checkUpstreamAnswer.ts'
import { buildPlatformHeaders } from '../proxy/proxyHeaders.ts'
import type { ConsoleSettings } from '../settings.ts'
import type { Upstream, UpstreamAnswer } from '../proxy/upstream.ts'
import { UpstreamError } from '../proxy/upstreamError.ts'
import {
  findSessionToken,
  parseAnswerJson,
  parseProblem,
  parseSignInAnswer,
} from './signInAnswer.ts'
import type { SignInResult } from './signInAnswer.ts'
import { createSignInThrottle } from './signInThrottle.ts'
import type { SignInClientDetails } from './signInThrottle.ts'

export type SignInErrorCode =
  | 'refused'
  | 'wrong_factor'
  | 'challenge_expired'
  | 'not_offered'
  | 'throttled'
  | 'unreachable'
  | 'timeout'
  | 'busy'

/** Why a sign-in failed. `refused` doesn't reveal the reason; `retryAfter` is in seconds. */
export class SignInError extends Error {
  override name = 'SignInError'
  readonly code: SignInErrorCode
  readonly retryAfter: number | undefined
  /** Why a sign-in at a provider failed, as the platform says. */
  readonly reason: string | undefined

  constructor(code: SignInErrorCode, retryAfter?: number, reason?: string) {
    super(code)
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
  }
}

/** The password was correct, and the platform asks for a second factor. */
export class SecondFactorError extends Error {
  override name = 'SecondFactorError'
  readonly demand: SecondFactorDemand

  constructor(demand: SecondFactorDemand) {
    super(secondFactorRequired)
    this.demand = demand
  }
}

/**
 * All methods reject with `SignInError`; `signIn`, `signInWithGoogle`, and `signInWithProvider` also
 * with `SecondFactorError`.
 */
export interface SignIn {
  signIn(credentials: SignInCredentials, client: SignInClientDetails): Promise<SignInResult>
  /** `payload` is the result of Google's flow. spec.md doesn't define its shape. */
  signInWithGoogle(
    payload: Record<string, unknown>,
    client: SignInClientDetails,
  ): Promise<SignInResult>
  /** `answer` has the query of a provider's redirect, and what proves this browser began it. */
  signInWithProvider(
    answer: { search: string; browser: string },
    client: SignInClientDetails,
  ): Promise<SignInResult>
  /** Completes a sign-in. `proof` is a code or what a passkey signed. */
  confirmFactor(
    challenge: string,
    proof: FactorProof,
    client: SignInClientDetails,
  ): Promise<SignInResult>
  /** Creates the challenge of a sign-in with a passkey alone. */
  createPasskeyChallenge(client: SignInClientDetails): Promise<PasskeyChallenge>
  signInWithPasskey(
    challenge: string,
    response: object,
    client: SignInClientDetails,
  ): Promise<SignInResult>
}

type SignInDeps = {
  settings: ConsoleSettings
  upstream: Upstream
  throttle?: Throttle
  log?: Logger
  /**
   * Minimum duration of a rejection, so that a platform's response time reveals less about an
   * account.
   */
  minRejectionMs?: number
}

/** Creates the only place where sessions start (http.md "Sign-in"). */
export function createSignIn({
  settings,
  upstream,
  throttle = new Throttle(() => performance.now()),
  log,
  minRejectionMs = 300,
}: SignInDeps): SignIn {
  async function attemptSignIn(
    path: string,
    body: unknown,
    client: SignInClientDetails,
    attempt: ThrottledAttempt | number,
  ) {
    if (typeof attempt === 'number') throw new SignInError('throttled', attempt)
    const rejectAt = performance.now() + minRejectionMs
    const answer = await sendCall(path, body, client, attempt)
    const signedIn = answer.status === 200 ? parseSignInAnswer(answer.body) : null
    if (signedIn) {
      attempt.succeeded()
      return signedIn
    }
    if (answer.status === 200) await endRejectedSession(answer.body, client)
    if (answer.status >= 500 || answer.status === 429) {
      attempt.undecided()
      throw answer.status === 429
        ? new SignInError('throttled', getRetryAfter(answer.headers) ?? 1)
        : new SignInError('unreachable')
    }
    const rejection = parseProblem(answer.body)
    if (rejection?.secondFactor && acceptsSecondFactor(path)) {
      attempt.succeeded()
      throw new SecondFactorError(rejection.secondFactor)
    }
    await delay(Math.max(rejectAt - performance.now(), 0))
    attempt.failed()
    const code = isFactorCode(rejection?.code) ? rejection.code : 'refused'
    throw new SignInError(code, undefined, rejection?.reason)
  }

  /**
   * Ends a session on the platform that the console doesn't accept, within the time of a rejection.
   */
  async function endRejectedSession(
    body: Buffer,
    { requestId }: SignInClientDetails,
  ): Promise<void> {
    const token = findSessionToken(body)
    if (token === null) return
    try {
      await upstream.send({
        method: 'POST',
        path: sessionPaths.logout,
        headers: buildPlatformHeaders({ token, storeId: '', userId: '' }, settings, { requestId }),
        signal: AbortSignal.timeout(Math.max(minRejectionMs, 100)),
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      log?.warn({ requestId, code: error.code }, "the platform didn't receive a sign-out")
    }
  }

  function send(path: string, body: unknown, client: SignInClientDetails): Promise<UpstreamAnswer> {
    const { requestId, address: clientAddress, agent } = client
    return upstream.send({
      method: 'POST',
      path,
      headers: {
        ...buildPlatformHeaders(null, settings, { requestId, clientAddress, agent }),
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  }

  async function sendCall(
    path: string,
    body: unknown,
    client: SignInClientDetails,
    attempt: ThrottledAttempt,
  ): Promise<UpstreamAnswer> {
    try {
      return await sendOrFail(path, body, client)
    } catch (error) {
      attempt.undecided()
      throw error
    }
  }

  /** Sends a call. Rejects with `SignInError` if the platform doesn't answer. */
  async function sendOrFail(
    path: string,
    body: unknown,
    client: SignInClientDetails,
  ): Promise<UpstreamAnswer> {
    try {
      return await send(path, body, client)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const code = error.code === 'bad_answer' ? 'unreachable' : error.code
      throw new SignInError(code, error.rejection.retryAfter)
    }
  }

  const attempts = createSignInThrottle({ throttle, send })

  return {
    async signIn({ email, password }, client) {
      const { devices = [] } = client
      const body = { email, password, ...(devices.length > 0 && { devices }) }
      const attempt = await attempts.begin(email, client)
      const signedIn = await attemptSignIn(platformPaths.login, body, client, attempt)
      attempts.remember(email, client, signedIn.device)
      return signedIn
    },
    signInWithGoogle(payload, client) {
      const { devices = [] } = client
      const body = { ...payload, ...(devices.length > 0 && { devices }) }
      const attempt = attempts.beginProvider(payload, client)
      return attemptSignIn(platformPaths.google, body, client, attempt)
    },
    signInWithProvider(answer, client) {
      const { devices = [] } = client
      const body = { ...answer, ...(devices.length > 0 && { devices }) }
      const attempt = attempts.beginProvider(answer, client)
      return attemptSignIn(providerCalls.callback, body, client, attempt)
    },
    confirmFactor(challenge, proof, client) {
      const { devices = [] } = client
      const body = { ...proof, challenge, ...(devices.length > 0 && { devices }) }
      const attempt = attempts.beginFactor(challenge, client)
      return attemptSignIn(sessionPaths.secondFactor, body, client, attempt)
    },
    async createPasskeyChallenge(client) {
      const { status, body } = await sendOrFail(sessionPaths.passkeyOptions, {}, client)
      const challenge = status === 200 ? parseAnswerJson(body) : null
      if (is(challenge, PasskeyChallenge)) return challenge
      throw new SignInError(status === 404 ? 'not_offered' : 'unreachable')
    },
    signInWithPasskey(challenge, response, client) {
      const attempt = attempts.beginFactor(challenge, client)
      return attemptSignIn(sessionPaths.passkey, { challenge, response }, client, attempt)
    },
  }
}

/** A password, Google, or another provider can be followed by a second factor. */
const acceptsSecondFactor = (path: string) =>
  path === platformPaths.login || path === platformPaths.google || path === providerCalls.callback

const isFactorCode = (code: unknown): code is 'wrong_factor' | 'challenge_expired' =>
  code === 'wrong_factor' || code === challengeExpired
