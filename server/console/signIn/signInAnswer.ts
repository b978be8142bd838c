import { literal, optional, type, unknown } from 'superstruct'
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

/** What a sign-in asks of any platform's answer (http.md "Sign-in"); permissions may come with the next page. */
const SignInAnswer = type({
  status: optional(literal(200)),
  token: SessionToken,
  user: SignedInUser,
  permissions: optional(Permissions),
  /** What this browser shows next time, if the platform tells devices apart. */
  device: optional(unknown()),
})

/** The session in an answer, whose fields may stand under `data` (spec.md section 7); null when it is no sign-in. */
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

/** The token of an answer that is no sign-in for this console; null if there is none. */
export function findToken(bytes: Buffer): string | null {
  const body = parseAnswerJson(bytes)
  const answer = typeof body === 'object' && body && 'data' in body ? body.data : body
  return is(answer, SessionTokenAnswer) ? answer.token : null
}

const AnswerEnvelope = type({ status: optional(literal(200)) })

export function parseAnswerJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null // No JSON is no sign-in.
  }
}
