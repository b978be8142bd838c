import { secondFactorRequired, SecondFactorDemand } from '#shared/engine/secondFactor.ts'
import { literal, optional, string, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { pickUserFields, Permissions, SignedInUser } from '#shared/engine/user.ts'
import { HeaderId, SessionToken } from './cookies.ts'
import type { Visitor } from './cookies.ts'

export type SignInResult = {
  session: Visitor
  user: SignedInUser
  permissions: string[]
  device?: string | undefined
}

/**
 * The fields that a sign-in requires from any platform (http.md "Sign-in"). Permissions can come
 * with the next page.
 */
const SignInAnswer = type({
  status: optional(literal(200)),
  token: SessionToken,
  user: SignedInUser,
  permissions: optional(Permissions),
  /** The token that this browser sends next time, if the platform recognizes devices. */
  device: optional(unknown()),
})

/**
 * Parses a sign-in response, whose fields can be under `data` (spec.md section 7); null if it isn't
 * one.
 */
export function parseSignInAnswer(bytes: Buffer): SignInResult | null {
  const body = parseAnswerJson(bytes)
  const answer = typeof body === 'object' && body && 'data' in body ? body.data : body
  if (!is(answer, SignInAnswer) || (body !== answer && !is(body, AnswerEnvelope))) return null
  const { token, user, permissions = [], device } = answer
  const session = { token, storeId: String(user.storeId), userId: String(user.id) }
  if (!is(session.storeId, HeaderId) || !is(session.userId, HeaderId)) return null
  return {
    session,
    user: pickUserFields(user),
    permissions,
    device: typeof device === 'string' ? device : undefined,
  }
}

const SessionTokenAnswer = type({ token: SessionToken })

/** Returns the token of a response that isn't a sign-in to this console, or null if it has none. */
export function findSessionToken(bytes: Buffer): string | null {
  const body = parseAnswerJson(bytes)
  const answer = typeof body === 'object' && body && 'data' in body ? body.data : body
  return is(answer, SessionTokenAnswer) ? answer.token : null
}

const Problem = type({
  code: string(),
  secondFactor: optional(unknown()),
  reason: optional(unknown()),
})

type SignInProblem = {
  code: string
  /** The second factor that the platform asks for. */
  secondFactor: SecondFactorDemand | null
  /** Why a sign-in at a provider failed. */
  reason: string | undefined
}

/** Parses a rejected sign-in; null if it has no code. */
export function parseProblem(bytes: Buffer): SignInProblem | null {
  const problem = parseAnswerJson(bytes)
  if (!is(problem, Problem)) return null
  const { code, secondFactor, reason } = problem
  const isDemand = code === secondFactorRequired && is(secondFactor, SecondFactorDemand)
  return {
    code,
    secondFactor: isDemand ? secondFactor : null,
    reason: typeof reason === 'string' ? reason : undefined,
  }
}

const AnswerEnvelope = type({ status: optional(literal(200)) })

export function parseAnswerJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null // Without JSON it isn't a sign-in.
  }
}
