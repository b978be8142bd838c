import { sql } from 'kysely'
import { users } from '#shared/areas/users/users.ts'
import { lockThreshold } from '#shared/areas/users/accountFields.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { hasSuperAdministrator } from '#server/platform/core/auth/effectivePermissions.ts'

type FailedSignIn = { id: number; email: string; failures: number }

/**
 * Counts a wrong password from a device that signed in to the account before. Locks the account
 * after too many, but never the last super administrator. Strangers' failures aren't counted here,
 * nor is an account without a password.
 */
export async function countFailureTowardLockout(
  trx: Connection,
  email: string,
  { now, audit }: { now: string; audit: (entry: AuditEntry) => Promise<void> },
): Promise<void> {
  const since = new Date(Date.parse(now) - lockThreshold.hours * 60 * 60_000).toISOString()
  const { rows } = await sql<FailedSignIn>`update users set
      failed_sign_ins = case when failed_since > ${since} then failed_sign_ins + 1 else 1 end,
      failed_since = case when failed_since > ${since} then failed_since else ${now} end
    where email = lower(${email}) and status = 'active' and password_hash is not null
    returning id, email, failed_sign_ins as failures`.execute(trx)
  const [failedSignIn] = rows
  if (!failedSignIn || failedSignIn.failures < lockThreshold.failures) return
  if (!(await hasSuperAdministrator(trx, { exceptUserId: failedSignIn.id }))) return
  const statusReason = userRuleMessages.lockedBy(failedSignIn.failures)
  await trx
    .updateTable('users')
    .set({ status: 'locked', statusReason, failedSignIns: 0, failedSince: null })
    .set((column) => ({
      version: column('version', '+', 1),
      updatedAt: now,
      updatedBy: 'platform',
    }))
    .where('id', '=', failedSignIn.id)
    .execute()
  await audit({
    event: 'users.locked',
    stream: 'security',
    target: { type: users.name, id: failedSignIn.id, label: failedSignIn.email },
    before: { status: 'active' },
    after: { status: 'locked', statusReason },
  })
}
