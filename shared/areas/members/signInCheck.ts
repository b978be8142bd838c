import { array, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

/** What can prevent a member from signing in, in the order in which it's checked. */
export const signInCheckNames = [
  'account',
  'store',
  'domain',
  'sso',
  'lastSignIn',
  'lockout',
  'email',
] as const
export type SignInCheckName = (typeof signInCheckNames)[number]

/** `unknown`: nothing to check, or the caller lacks the permission. */
export const signInCheckStates = ['passed', 'failed', 'unknown'] as const

const SignInCheckSchema = type({
  /** The answer in one sentence. */
  answer: string(),
  /** The first check that failed; null if nothing prevents the sign-in. */
  cause: nullable(enums(signInCheckNames)),
  storeId: nullable(number()),
  checks: array(
    type({ name: enums(signInCheckNames), state: enums(signInCheckStates), sentence: string() }),
  ),
})
export type SignInCheck = Infer<typeof SignInCheckSchema>
export type SignInCheckResult = SignInCheck['checks'][number]

/** GET /members/ID/signInCheck: why the member can't sign in. */
export async function loadSignInCheck(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<SignInCheck> {
  const path = `/members/${id}/signInCheck`
  return parseResponse(SignInCheckSchema, (await api.send({ method: 'GET', path, signal })).body)
}
