import { is } from '#shared/engine/is.ts'
import { validatePasswordChange } from '#shared/areas/signIn/passwordChange.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { PasswordChangeRequest } from '#shared/engine/platformCalls.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext, PerformWrite } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  HttpError,
} from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { toAccountTarget } from '#server/platform/core/audit/accountTarget.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { attemptPassword } from './attemptPassword.ts'
import { deleteUnusedPasswordFile } from './operator.ts'
import { validatePassword } from './passwordRules.ts'
import { createRejectedSignInEntries } from './rejectedSignIns.ts'
import { revokeOtherTokens, toUserResponse } from '#server/platform/core/auth/tokens.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { accountMessages } from './messages.ts'

/**
 * PUT /users/changePassword: ends every other session. Hashes are computed before the transaction,
 * which would lock the account's row in the meantime.
 */
export async function handleChangePassword(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const { currentPassword, newPassword } = await parsePasswordChange(request.body, caller, platform)
  const { db, passwords, throttle } = platform
  const attempt = { account: ['password', caller.id].join(' '), field: 'currentPassword' }
  const audit = createAuditor(db, {
    asked: request,
    now: platform.now().toISOString(),
    actor: caller.email,
  })
  return attemptPassword(throttle, attempt, async (decide, wait) => {
    const { passwordHash } = await selectPasswordHash(db, caller).executeTakeFirstOrThrow()
    const isCorrect = await passwords.verify(currentPassword, passwordHash)
    if (isCorrect) decide(true)
    const verified = isCorrect
      ? { passwordHash, newHash: await passwords.hash(newPassword) }
      : // This may be a repeat of a completed change, which the idempotency key answers. Otherwise it
        // was a wrong password.
        null
    return perform((context) => {
      if (!verified) decide(false)
      return savePassword(context, verified)
    }).catch(async (error: unknown) => {
      // Nothing was changed, so there is no transaction to log it in.
      if (error instanceof HttpError && error.problem.code === wrongPasswordCode)
        await audit(
          ...createRejectedSignInEntries(resetPasswordMessages.wrongCurrent, wait).map((entry) => ({
            ...entry,
            event: entry.event.replace('auth.refused', 'users.passwordRefused'),
            target: toAccountTarget(caller),
          })),
        )
      throw error
    })
  })
}

const wrongPasswordCode = 'wrong_password'

const selectPasswordHash = (connection: Connection, { id }: Caller) =>
  connection.selectFrom('users').select('passwordHash').where('id', '=', id)

/**
 * Saves the new hash if the verified one is still current: of two changes at once, the second is
 * rejected.
 */
async function savePassword(
  { platform, trx, caller, audit }: RequestContext,
  verified: { passwordHash: string | null; newHash: string } | null,
): Promise<CallResult> {
  const { passwordHash } = await selectPasswordHash(trx, caller)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (verified?.passwordHash !== passwordHash) {
    const { wrongCurrent } = resetPasswordMessages
    throw new HttpError(422, wrongPasswordCode, wrongCurrent, {
      fields: { currentPassword: wrongCurrent },
    })
  }
  await trx
    .updateTable('users')
    .set({ passwordHash: verified.newHash, passwordGenerated: false })
    .where('id', '=', caller.id)
    .execute()
  await revokeOtherTokens(trx, caller)
  await trx
    .updateTable('accountLinks')
    .set({ state: 'withdrawn' })
    .where('userId', '=', caller.id)
    .where('state', '=', 'open')
    .execute()
  await audit({
    event: 'users.passwordChanged',
    target: toAccountTarget(caller),
    before: { password: 'old' },
    after: { password: 'new' },
  })
  return {
    status: 200,
    body: { user: toUserResponse(caller), permissions: caller.permissions },
    afterCommit: () => deleteUnusedPasswordFile(platform),
  }
}

async function parsePasswordChange(
  body: unknown,
  caller: Caller,
  { organization }: Pick<Platform, 'organization'>,
) {
  if (!is(body, PasswordChangeRequest)) throw badRequest(accountMessages.passwordBody)
  if (String(body.id) !== String(caller.id))
    throw new HttpError(403, 'forbidden', accountMessages.ownPasswordOnly)
  const { currentPassword, new_password, confirmPassword } = body
  const errors = validatePasswordChange({
    currentPassword,
    password: new_password,
    confirmPassword,
  })
  requireNoErrors({
    currentPassword: errors.currentPassword,
    new_password: errors.password ?? (await validatePassword(new_password, caller, organization)),
    confirmPassword: errors.confirmPassword,
  })
  return { currentPassword, newPassword: new_password }
}

function requireNoErrors(errors: Record<string, string | undefined>): void {
  const fields: ValidationErrors = {}
  for (const [name, error] of Object.entries(errors)) if (error) fields[name] = error
  if (Object.keys(fields).length > 0) throw validationFailed(fields)
}
