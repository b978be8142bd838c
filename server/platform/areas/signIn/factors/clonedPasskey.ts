import { users } from '#shared/areas/users/users.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { enqueueSecurityEmail } from '#server/platform/areas/email/index.ts'
import { factorMessages } from './messages.ts'
import type { VerifiedPasskey } from './passkeys.ts'

/**
 * Rejects a passkey whose counter went backward, which means that another device may have a copy. Logs
 * it and emails the account. A signed-in user gets a 422, because the session continues.
 */
export async function rejectClonedPasskey(
  request: ApiRequest,
  platform: Platform,
  { userId, name }: VerifiedPasskey,
  status: 401 | 422 = 401,
): Promise<never> {
  const wakeQueue = await runInTransaction(platform, async (trx, at) => {
    const now = at.toISOString()
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await createAuditor(trx, { asked: request, now, actor: email })({
      event: 'users.passkeyCloned',
      target: { type: users.name, id: userId, label: email },
      severity: 'warning',
      cause: factorMessages.clonedCause,
      after: { passkey: name },
    })
    return enqueueSecurityEmail({ trx, platform, now }, { to: email, event: 'passkeyCloned', name })
  })
  await wakeQueue?.()
  throw new HttpError(status, 'wrong_factor', factorMessages.clonedPasskey)
}
