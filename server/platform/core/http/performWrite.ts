import { createHash, createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { setActingAccount } from '../auth/tokens.ts'
import type { Caller } from '../auth/tokens.ts'
import { createAuditor } from '../audit/audit.ts'
import type { ApiRequest } from './apiRequest.ts'
import type { CallResult, RequestContext, WriteContext } from './call.ts'
import { badRequest, HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection, Database } from '#server/platform/database/schema.ts'
import { idempotencyMessages } from '#server/platform/messages.ts'

/** A repeated write is recognised for this long (design.md, API). */
const keyLifetimeMs = 24 * 60 * 60_000

/** A write waits this long for another one that holds what it needs. */
const lockTimeoutMs = 3000

/** After a deadlock, until it is tried once more. */
const deadlockPauseMs = 50

/**
 * Brings about what follows from changes of whatever kind, at the end of their transaction (app.ts hands it in). Returns the
 * queues to post to once the transaction has been committed.
 */
export type BeforeCommit = (trx: Connection, at: Date) => Promise<string[]>

/** Change, audit and idempotency key are one transaction: a done key answers as then; a refused write leaves no key. */
export async function performWrite(
  work: (change: RequestContext) => Promise<CallResult>,
  asked: ApiRequest,
  platform: Platform,
  caller: Caller,
  settle: BeforeCommit,
): Promise<CallResult> {
  const at = platform.now()
  const attempt = () =>
    platform.db.transaction().execute(async (trx): Promise<CommittedWrite> => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
          ${setActingAccount(caller)}`.execute(trx)
      const claim = await claimIdempotencyKey(trx, asked, caller, at)
      if (claim?.savedResult) return { answer: claim.savedResult }
      const now = at.toISOString()
      const audit = createAuditor(trx, { asked, now, actor: caller.email })
      const {
        afterCommit: afterwards,
        uncachedBody: once,
        ...answer
      } = await work({
        platform,
        trx,
        request: asked,
        caller,
        now,
        audit,
      })
      const queues = await settle(trx, at)
      await claim?.saveResult(answer)
      const body = once ? Object.assign({}, answer.body, once) : answer.body
      return { answer: { ...answer, body }, afterwards, queues }
    })
  const {
    answer,
    afterwards,
    queues = [],
  } = await attempt().catch(async (error: unknown) => {
    // PostgreSQL ends one of a deadlock; the pause lets the other take the row, which goes to whoever asks first.
    if (!hasErrorCode(error, deadlockCode)) throw error
    await delay(deadlockPauseMs)
    return attempt()
  })
  await wakeQueues(platform, queues)
  await afterwards?.()
  return answer
}

/** Does what a write would do, and undoes all of it: what the write would have made is only read. */
export async function runAndRollBack<Read>(
  work: (work: WriteContext) => Promise<Read>,
  { asked, platform, caller }: { asked: ApiRequest; platform: Platform; caller: Caller },
): Promise<Read> {
  const trx = await platform.db.startTransaction().execute()
  try {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
        ${setActingAccount(caller)}`.execute(trx)
    const now = platform.now().toISOString()
    const audit = createAuditor(trx, { asked, now, actor: caller.email })
    return await work({ platform, trx, caller, now, audit })
  } finally {
    await trx.rollback().execute()
  }
}

type CommittedWrite = {
  answer: CallResult
  afterwards?: CallResult['afterCommit']
  queues?: string[]
}

/** Posts to queues after a commit. A failure is logged only: the write counts, and a chore does the same work later. */
export async function wakeQueues(
  { wakeQueue: post, log }: Pick<Platform, 'wakeQueue' | 'log'>,
  queues: readonly string[],
): Promise<void> {
  for (const queue of queues)
    await post(queue).catch((err: unknown) =>
      log.warn(
        { err, queue },
        "Follow-up work couldn't be queued, so it waits for the next scheduled run",
      ),
    )
}

const deadlockCode = '40P01'
const lockTimeoutCode = '55P03'

const hasErrorCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

type KeyClaim = {
  savedResult: CallResult | null
  saveResult: (answer: CallResult) => Promise<void>
}

/** The insert waits for a transaction with the same key, so that of two equal requests one works and the other reads. */
async function claimIdempotencyKey(
  trx: Transaction<Database>,
  asked: ApiRequest,
  caller: Caller,
  at: Date,
): Promise<KeyClaim | null> {
  const { idempotencyKey: key } = asked
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest(idempotencyMessages.keyBody)

  // The body may hold a password: with the key as secret, which is not stored, nobody can guess it from the row.
  const keyHash = createHash('sha256').update(key).digest('hex')
  const fingerprint = createHmac('sha256', key)
    .update(`${asked.method} ${asked.target}\n`)
    // A write without it has the fingerprint that platforms before this rule gave it.
    .update(asked.ifMatch === undefined ? '' : `If-Match: ${asked.ifMatch}\n`)
    .update(asked.rawBody)
    .digest('hex')
  const oldest = new Date(at.getTime() - keyLifetimeMs).toISOString()

  const fresh = { fingerprint, createdAt: at.toISOString(), answer: null }
  const claimed = await trx
    .insertInto('idempotencyKeys')
    .values({ userId: caller.id, keyHash, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'keyHash'])
        .doUpdateSet(fresh)
        .where('idempotencyKeys.createdAt', '<', oldest),
    )
    .returning('keyHash')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw hasErrorCode(error, lockTimeoutCode) ? requestInProgress() : error
    })

  const ours = trx
    .updateTable('idempotencyKeys')
    .where('userId', '=', caller.id)
    .where('keyHash', '=', keyHash)
  if (claimed)
    return {
      savedResult: null,
      saveResult: async (answer) => {
        await ours.set({ answer: JSON.stringify(answer) }).execute()
      },
    }

  const known = await trx
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'answer'])
    .where('userId', '=', caller.id)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  if (known?.fingerprint !== fingerprint)
    throw new HttpError(422, 'key_reused', idempotencyMessages.sendNewKey)
  // PostgreSQL parses jsonb; `keep` wrote an Answer there in the transaction that took the key.
  return { savedResult: known.answer as unknown as CallResult, saveResult: () => Promise.resolve() }
}

const requestInProgress = () =>
  new HttpError(409, 'in_progress', idempotencyMessages.sendAgain, { retryAfter: 1 })

/** Forgets keys that are too old to count. */
export async function purgeIdempotencyKeys({ db, now }: Platform): Promise<void> {
  const oldest = new Date(now().getTime() - keyLifetimeMs).toISOString()
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', oldest).execute()
}
