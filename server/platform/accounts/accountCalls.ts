import { is, string, type } from 'superstruct'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { passwordChangeErrors } from '#shared/passwordChange.ts'
import { PasswordChange, platformPaths } from '#shared/platformCalls.ts'
import type { FieldErrors } from '#shared/validation.ts'
import { auditor } from '../audit/audit.ts'
import type { Answer, Asked, Call, Change } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../http/refusal.ts'
import { schemas } from '../openapi/schemas.ts'
import type { Platform } from '../platform.ts'
import { forgetUnusedPasswordFile } from './operator.ts'
import { issueToken, permissionsOfUser, revokeOtherTokens, revokeToken } from './tokens.ts'
import type { Caller } from './tokens.ts'

/** Signing in and out, and the account itself (spec.md section 7). Google sign-in is not offered yet. */
export const accountCalls: readonly Call[] = [
  {
    kind: 'open',
    method: 'post',
    path: platformPaths.login,
    summary: 'Sign in with e-mail and password',
    body: schemas.credentials,
    success: { status: 200, schema: schemas.signIn },
    refusals: [401, 413, 415, 422, 503],
    answer: signIn,
  },
  {
    kind: 'write',
    needs: 'signedIn',
    method: 'post',
    path: '/auth/logout',
    summary: 'End this sign-in',
    success: { status: 204 },
    answer: signOut,
  },
  {
    kind: 'read',
    needs: 'signedIn',
    method: 'get',
    path: platformPaths.details,
    summary: 'The signed-in user and what they may do',
    success: { status: 200, schema: schemas.userDetails },
    answer: async (_asked, _platform, caller) => ({
      status: 200,
      body: { user: userOf(caller), permissions: caller.permissions },
    }),
  },
  {
    kind: 'write',
    needs: 'signedIn',
    method: 'put',
    path: platformPaths.changePassword,
    summary: "Change the caller's own password; ends the account's other sign-ins",
    body: schemas.passwordChange,
    success: { status: 200, schema: schemas.userDetails },
    refusals: [413, 415, 422, 503],
    answer: changePassword,
  },
]

const userOf = ({ id, storeId, sIdentifier, name, email }: Omit<Caller, 'permissions' | 'tokenId'>) => ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
})

const Credentials = type({ email: string(), password: string() })

/** One path for every outcome: a wrong password and an unknown address cost the same and look the same. */
async function signIn(asked: Asked, { db, now, passwords }: Platform): Promise<Answer> {
  const { email, password } = credentialsFrom(asked.body)
  const user = await db
    .selectFrom('users')
    .select(['id', 'storeId', 'sIdentifier', 'name', 'email', 'passwordHash', permissionsOfUser])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  const right = await passwords.verify(password, user?.passwordHash ?? null)

  const at = now().toISOString()
  return await db.transaction().execute(async (trx): Promise<Answer> => {
    const audit = auditor(trx, { asked, now: at, actor: email })
    await audit({ event: right ? 'auth.signedIn' : 'auth.refused' })
    return { status: 200 }
  })
}
