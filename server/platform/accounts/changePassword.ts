import { is } from '#shared/is.ts'
import { resetPasswordMessages } from '#shared/resetPasswordMessages.ts'
import { passwordChangeErrors } from '#shared/passwordChange.ts'
import { PasswordChange } from '#shared/platformCalls.ts'
import { signInFields } from '#shared/signIn.ts'
import { fieldError } from '#shared/validation.ts'
import type { FieldErrors } from '#shared/validation.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../http/refusal.ts'
import { forgetUnusedPasswordFile } from './operator.ts'
import { revokeOtherTokens } from './tokens.ts'
import { userOf } from './user.ts'

/** PUT /users/changePassword: of the caller alone; every other sign-in of the account ends. */
export async function changePassword({
  platform,
  trx,
  asked,
  caller,
  audit,
}: Change): Promise<Answer> {
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
    const { wrongCurrent } = resetPasswordMessages
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
  const field = { ...signInFields.password, label: resetPasswordMessages.fields.password }
  return fieldError(field, password)
}

function refuseFields(errors: Record<string, string | undefined>): void {
  const fields: FieldErrors = {}
  for (const [name, error] of Object.entries(errors)) if (error) fields[name] = error
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
