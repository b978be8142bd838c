import { sql } from 'kysely'
import { buildSetActingAccount, getActor } from '../auth/tokens.ts'
import type { Caller } from '../auth/tokens.ts'
import type { HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { createAuditor } from './audit.ts'

const countWindowMs = 60 * 60_000
const countRetentionMs = 24 * countWindowMs

type RejectedCall = {
  call: { method: string; path: string }
  caller: Caller
  request: { id: string; ip: string }
}

/**
 * Logs a call rejected with 403: the first in an hour for this account, call, and permission, then
 * the 10th, the 100th, and so on, with the count. So even a flood writes few entries.
 */
export async function logRejectedCall(
  { db, now }: Platform,
  { problem }: HttpError,
  { call, caller, request }: RejectedCall,
): Promise<void> {
  const actor = getActor(caller)
  const at = now()
  const hour = new Date(Math.floor(at.getTime() / countWindowMs) * countWindowMs).toISOString()
  const name = `${call.method.toUpperCase()} ${call.path}`
  const permission = problem.permission ?? ''
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ count: number }>`
      insert into rejected_calls as kept (user_id, call, permission, hour)
      values (${actor.id}, ${name}, ${permission}, ${hour})
      on conflict (user_id, call, permission, hour) do update set count = kept.count + 1
      returning count`.execute(trx)
    const { count = 0 } = rows[0] ?? {}
    if (!Number.isInteger(Math.log10(count))) return
    if (count === 1)
      await sql`delete from rejected_calls where user_id = ${actor.id}
        and hour < ${new Date(at.getTime() - countRetentionMs).toISOString()}`.execute(trx)
    await sql`select ${buildSetActingAccount(actor)}`.execute(trx)
    const audit = createAuditor(trx, { asked: request, now: at.toISOString(), actor: actor.email })
    await audit({
      event: 'auth.callRejected',
      severity: 'warning',
      cause: problem.detail,
      after: { call: name, ...(permission ? { permission } : {}), ...(count > 1 ? { count } : {}) },
    })
  })
}
