import { is } from '#shared/engine/is.ts'
import { passwordChangeErrors } from '#shared/areas/signIn/passwordChange.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { PasswordChange } from '#shared/engine/platformCalls.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change, Perform } from '#server/platform/core/http/call.ts'
import { badRequest, invalid, Refusal } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { auditor } from '#server/platform/core/audit/audit.ts'
import { guess } from './guess.ts'
import { forgetUnusedPasswordFile } from './operator.ts'
import { validatePassword } from './passwordRules.ts'
import { refusedSignIn } from './signIn.ts'
import { revokeOtherTokens, userOf } from '#server/platform/core/auth/tokens.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { accountMessages } from './messages.ts'

/** PUT /users/changePassword: ends every other sign-in; hashes are made before the transaction, which would hold the account's row. */
export async function changePassword(
  asked: Asked,
  platform: Platform,
  caller: Caller,
  perform: Perform,
): Promise<Answer> {
  const { currentPassword, newPassword } = await parsePasswords(asked.body, caller, platform)
  const { db, passwords, throttle } = platform
  const guessed = { account: ['password', caller.id].join(' '), field: 'currentPassword' }
  const tell = auditor(db, { asked, now: platform.now().toISOString(), actor: caller.email })
  return guess(throttle, guessed, async (decide, wait) => {
    const { passwordHash } = await hashOf(db, caller).executeTakeFirstOrThrow()
    const right = await passwords.verify(currentPassword, passwordHash)
    if (right) decide(true)
    const verified = right
      ? { passwordHash, newHash: await passwords.hash(newPassword) }
      : // Perhaps a change that is done and sent again: its key tells, and otherwise it was a wrong guess.
        null
    return perform((change) => {
      if (!verified) decide(false)
      return keep(change, verified)
    }).catch(async (error: unknown) => {
      // Nothing was changed, so there is no transaction to tell it in.
      if (error instanceof Refusal && error.problem.code === wrongPassword)
        await tell(
          ...refusedSignIn(resetPasswordMessages.wrongCurrent, wait).map((entry) => ({
            ...entry,
            event: entry.event.replace('auth.refused', 'users.passwordRefused'),
            target: accountOf(caller),
          })),
        )
      throw error
    })
  })
}

const wrongPassword = 'wrong_password'

const accountOf = ({ id, email }: Caller) => ({ type: 'users', id, label: email })

const hashOf = (connection: Connection, { id }: Caller) =>
  connection.selectFrom('users').select('passwordHash').where('id', '=', id)

/** Keeps the new hash, if the one that was verified is still the account's: of two changes at once the second is wrong. */
async function keep(
  { platform, trx, caller, audit }: Change,
  verified: { passwordHash: string | null; newHash: string } | null,
): Promise<Answer> {
  const { passwordHash } = await hashOf(trx, caller).forUpdate().executeTakeFirstOrThrow()
  if (verified?.passwordHash !== passwordHash) {
    const { wrongCurrent } = resetPasswordMessages
    throw new Refusal(422, wrongPassword, wrongCurrent, {
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
    target: accountOf(caller),
    before: { password: 'old' },
    after: { password: 'new' },
  })
  return {
    status: 200,
    body: { user: userOf(caller), permissions: caller.permissions },
    afterwards: () => forgetUnusedPasswordFile(platform),
  }
}

async function parsePasswords(
  change: unknown,
  caller: Caller,
  { organization }: Pick<Platform, 'organization'>,
) {
  if (!is(change, PasswordChange)) throw badRequest(accountMessages.passwordBody)
  if (String(change.id) !== String(caller.id))
    throw new Refusal(403, 'forbidden', accountMessages.ownPasswordOnly)
  const { currentPassword, new_password, confirmPassword } = change
  const errors = passwordChangeErrors({ currentPassword, password: new_password, confirmPassword })
  refuseFields({
    currentPassword: errors.currentPassword,
    new_password: errors.password ?? (await validatePassword(new_password, caller, organization)),
    confirmPassword: errors.confirmPassword,
  })
  return { currentPassword, newPassword: new_password }
}

function refuseFields(errors: Record<string, string | undefined>): void {
  const fields: FieldErrors = {}
  for (const [name, error] of Object.entries(errors)) if (error) fields[name] = error
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
