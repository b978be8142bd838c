import { buildSetActingAccount, findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import { scheduledChangeMessages } from './messages.ts'
import type { StoredChange } from './storedChange.ts'
import { sql } from 'kysely'

type PlatformContext = Pick<WriteContext, 'platform' | 'trx' | 'now'>

/** The context of a write that the platform makes for the author of a change, or why it can't. */
type AuthorContext = { context: WriteContext; problem: null } | { context: null; problem: string }

/** Returns the author's context, with today's permissions and stores. */
export async function createAuthorContext(
  { platform, trx, now }: PlatformContext,
  { id, askerId, createdBy, needs }: StoredChange,
): Promise<AuthorContext> {
  const caller = askerId === null ? undefined : await findActiveOperator(trx, askerId)
  if (!caller) return { context: null, problem: scheduledChangeMessages.authorGone(createdBy) }
  if (!hasPermission(needs, caller))
    return { context: null, problem: scheduledChangeMessages.noPermission(createdBy) }
  await sql`select ${buildSetActingAccount(caller)}`.execute(trx)
  const audit = createAuditor(trx, {
    asked: { id: `scheduled-change-${id}`, ip: '' },
    now,
    actor: caller.email,
  })
  return { context: { platform, trx, caller, now, audit }, problem: null }
}
