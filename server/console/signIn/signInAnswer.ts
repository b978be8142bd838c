import { literal, optional, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { knownUser, Permissions, SignedInUser } from '#shared/engine/user.ts'
import { HeaderId, Token } from './cookies.ts'
import type { Visitor } from './cookies.ts'

export type SignedIn = {
  session: Visitor
  user: SignedInUser
  permissions: string[]
  device?: string | undefined
}

/** What a sign-in asks of any platform's answer (http.md "Sign-in"); permissions may come with the next page. */
const Answer = type({
  status: optional(literal(200)),
  token: Token,
  user: SignedInUser,
  permissions: optional(Permissions),
  /** What this browser shows next time, if the platform tells devices apart. */
  device: optional(unknown()),
})

/** The session in an answer, whose fields may stand under `data` (spec.md section 7); null when it is no sign-in. */
export function parseSignedIn(bytes: Buffer): SignedIn | null {
  const body = parseJson(bytes)
  const answer = typeof body === 'object' && body && 'data' in body ? body.data : body
  if (!is(answer, Answer) || (body !== answer && !is(body, Envelope))) return null
  const { token, user, permissions = [], device } = answer
  const session = { token, storeId: String(user.storeId), userId: String(user.id) }
  if (!is(session.storeId, HeaderId) || !is(session.userId, HeaderId)) return null
  return {
    session,
    user: knownUser(user),
    permissions,
    device: typeof device === 'string' ? device : undefined,
  }
}

const TokenAnswer = type({ token: Token })

/** The token of an answer that is no sign-in for this console; null if there is none. */
export function findToken(bytes: Buffer): string | null {
  const body = parseJson(bytes)
  const answer = typeof body === 'object' && body && 'data' in body ? body.data : body
  return is(answer, TokenAnswer) ? answer.token : null
}

const Envelope = type({ status: optional(literal(200)) })

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null // No JSON is no sign-in.
  }
}
