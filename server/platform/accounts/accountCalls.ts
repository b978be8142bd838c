import { sql } from 'kysely'
import { is, type } from 'superstruct'
import { messages } from '#shared/messages.ts'
import { passwordChangeErrors } from '#shared/passwordChange.ts'
import { PasswordChange, platformPaths } from '#shared/platformCalls.ts'
import { signInFields } from '#shared/signIn.ts'
import { errorsIn, fieldError } from '#shared/validation.ts'
import type { FieldErrors } from '#shared/validation.ts'
import { auditor } from '../audit/audit.ts'
import type { Answer, Asked, Call, Change } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../http/refusal.ts'
import { schemas } from '../openapi/schemas.ts'
import type { Platform } from '../platform.ts'
import { forgetUnusedPasswordFile } from './operator.ts'
import {
  forgetOldTokens,
  issueToken,
  permissionsOfUser,
  revokeOtherTokens,
  revokeToken,
} from './tokens.ts'
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

const userOf = ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
}: Omit<Caller, 'permissions' | 'tokenId'>) => ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
})

/**
 * One path for every outcome: a wrong password and an unknown address cost the same and are told the same. Which of
 * them it was stands nowhere, not in the audit log either.
 */
async function signIn(asked: Asked, platform: Platform): Promise<Answer> {
  const { db, passwords } = platform
  const { email, password } = credentialsFrom(asked.body)
  const user = await db
    .selectFrom('users')
    .select(['id', 'storeId', 'sIdentifier', 'name', 'email', 'passwordHash', permissionsOfUser])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  const right = await passwords.verify(password, user?.passwordHash ?? null)

  const now = platform.now().toISOString()
  const token = await db.transaction().execute(async (trx) => {
    const audit = auditor(trx, { asked, now, actor: email })
    await audit({ event: right ? 'auth.signedIn' : 'auth.refused' })
    return right && user ? issueToken(trx, user.id, now) : null
  })
  if (!user || token === null)
    throw new Refusal(401, 'refused', 'Sign-in refused', {
      detail: 'The email or password is not right.',
    })
  await forgetOldTokens(platform)
  const { permissions } = user
  return { status: 200, body: { status: 200, token, user: userOf(user), permissions } }
}

function credentialsFrom(body: unknown): { email: string; password: string } {
  const { email, password }: Record<string, unknown> = is(body, type({})) ? body : {}
  const fields = errorsIn(signInFields, { email, password })
  if (Object.keys(fields).length > 0) throw invalid(fields)
  // `signInFields` asks for texts.
  return { email, password } as { email: string; password: string }
}

async function signOut({ trx, caller, audit }: Change): Promise<Answer> {
  await revokeToken(trx, caller.tokenId)
  await audit({ event: 'auth.signedOut' })
  return { status: 204 }
}

async function changePassword({ platform, trx, asked, caller, audit }: Change): Promise<Answer> {
  const change = asked.body
  if (!is(change, PasswordChange))
    throw badRequest('The body must hold id, currentPassword, new_password and confirmPassword.')
  if (String(change.id) !== String(caller.id))
    throw new Refusal(403, 'forbidden', 'Not allowed', {
      detail: "Only one's own password can be changed with this call.",
    })
  const { currentPassword, new_password, confirmPassword } = change
  const errors = passwordChangeErrors({ currentPassword, password: new_password, confirmPassword })
  refuseFields({
    currentPassword: errors.currentPassword,
    new_password: errors.password ?? unfit(new_password),
    confirmPassword: errors.confirmPassword,
  })

  // Two changes at once would both find the current password right: the second waits for the first.
  const { passwordHash } = await trx
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', caller.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await platform.passwords.verify(currentPassword, passwordHash))) {
    const { wrongCurrent } = messages.resetPassword
    throw new Refusal(422, 'wrong_password', 'The current password is not right', {
      detail: wrongCurrent,
      fields: { currentPassword: wrongCurrent },
    })
  }

  await trx
    .updateTable('users')
    .set({
      passwordHash: await platform.passwords.hash(new_password),
      passwordGenerated: false,
    })
    .where('id', '=', caller.id)
    .execute()
  await revokeOtherTokens(trx, caller)
  await audit({
    event: 'users.passwordChanged',
    target: { type: 'users', id: caller.id, label: caller.email },
    before: { password: 'old' },
    after: { password: 'new' },
  })
  return {
    status: 200,
    body: { user: userOf(caller), permissions: caller.permissions },
    afterwards: () => forgetUnusedPasswordFile(platform),
  }
}

/** What one could not sign in with again: too long, or with control characters. */
const unfit = (password: string): string | undefined => {
  const field = { ...signInFields.password, label: messages.resetPassword.fields.password }
  return fieldError(field, password)
}

function refuseFields(errors: Record<string, string | undefined>): void {
  const fields: FieldErrors = {}
  for (const [name, error] of Object.entries(errors)) if (error) fields[name] = error
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
