import { createHash, createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { buildSetActingAccount, getActor } from '../auth/tokens.ts'
import type { Caller } from '../auth/tokens.ts'
import { createAuditor } from '../audit/audit.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult, RequestContext, WriteContext } from './call.ts'
import { badRequest, HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { idempotencyMessages } from '#server/platform/messages.ts'

/** A repeated write is recognized for this long. */
const keyLifetimeMs = 24 * 60 * 60_000

/** How long a write waits for a lock. */
const lockTimeoutMs = 3000

/** The pause between a deadlock and the retry. */
const deadlockPauseMs = 50

/**
 * Runs a write, its audit rows, and its idempotency key in one transaction (design.md, "How a
 * request flows"). A used key returns the first result; a rejected write leaves no key.
 */
export async function performWrite(
  handler: (change: RequestContext) => Promise<CallResult>,
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const at = platform.now()
  const attempt = () =>
    platform.db.transaction().execute(async (trx): Promise<CommittedWrite> => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
          ${buildSetActingAccount(getActor(caller))}`.execute(trx)
      const claim = await claimIdempotencyKey(trx, request, caller, at)
      if (claim?.savedResult) return { answer: claim.savedResult }
      const now = at.toISOString()
      const audit = createAuditor(trx, { asked: request, now, actor: getActor(caller).email })
      const { afterCommit, uncachedBody, ...result } = await handler({
        platform,
        trx,
        request,
        caller,
        now,
        audit,
      })
      const queues = await platform.beforeCommit(trx, at)
      await claim?.saveResult(result)
      const body = uncachedBody ? Object.assign({}, result.body, uncachedBody) : result.body
      return { answer: { ...result, body }, afterwards: afterCommit, queues }
    })
  const {
    answer: result,
    afterwards: afterCommit,
    queues = [],
  } = await attempt().catch(async (error: unknown) => {
    // PostgreSQL aborts one transaction of a deadlock. The pause lets the other one take the row,
    // which goes to the first to ask for it.
    if (!hasErrorCode(error, deadlockCode)) throw error
    await delay(deadlockPauseMs)
    return attempt()
  })
  await platform.readReplica?.noteWrite(caller.id)
  await wakeQueues(platform, queues)
  await afterCommit?.()
  return result
}

/**
 * Runs a write that no call started, such as a webhook's or a chore's, in a transaction of its own,
 * and wakes the queues after its commit.
 */
export async function runInTransaction<Result>(
  platform: Pick<Platform, 'db' | 'now' | 'beforeCommit' | 'wakeQueue' | 'log'>,
  work: (trx: Transaction<Database>, at: Date) => Promise<Result>,
): Promise<Result> {
  const { result, queues } = await platform.db.transaction().execute(async (trx) => {
    const at = platform.now()
    const result = await work(trx, at)
    return { result, queues: await platform.beforeCommit(trx, at) }
  })
  await wakeQueues(platform, queues)
  return result
}

/** Runs a write and rolls it back, to read what it would have written. */
export async function runAndRollBack<Read>(
  work: (work: WriteContext) => Promise<Read>,
  { asked: request, platform, caller }: { asked: ApiRequest; platform: Platform; caller: Caller },
): Promise<Read> {
  const trx = await platform.db.startTransaction().execute()
  try {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
        ${buildSetActingAccount(caller)}`.execute(trx)
    const now = platform.now().toISOString()
    const audit = createAuditor(trx, { asked: request, now, actor: caller.email })
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

/**
 * Wakes queues after a commit. Failures are only logged, since the write is committed and a chore
 * does the same work later.
 */
export async function wakeQueues(
  { wakeQueue, log }: Pick<Platform, 'wakeQueue' | 'log'>,
  queues: readonly string[],
): Promise<void> {
  for (const queue of queues)
    await wakeQueue(queue).catch((err: unknown) =>
      log.warn(
        { err, queue },
        "Follow-up work couldn't be queued, so it will wait for the next scheduled run",
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

/**
 * Claims an idempotency key. The insert waits for a transaction with the same key, so only one of
 * two equal requests runs, and the other reads its result.
 */
async function claimIdempotencyKey(
  trx: Transaction<Database>,
  request: ApiRequest,
  caller: Caller,
  at: Date,
): Promise<KeyClaim | null> {
  const { idempotencyKey: key } = request
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest(idempotencyMessages.keyBody)

  // The body may contain a password. The key, which isn't stored, serves as the HMAC secret, so the
  // row can't be used to guess it.
  const keyHash = createHash('sha256').update(key).digest('hex')
  const fingerprint = createHmac('sha256', key)
    .update(`${request.method} ${request.target}\n`)
    // Without If-Match, the fingerprint must stay as it was before If-Match became part of it.
    .update(request.ifMatch === undefined ? '' : `If-Match: ${request.ifMatch}\n`)
    .update(request.rawBody)
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

  const ownKey = trx
    .updateTable('idempotencyKeys')
    .where('userId', '=', caller.id)
    .where('keyHash', '=', keyHash)
  if (claimed)
    return {
      savedResult: null,
      saveResult: async (result) => {
        await ownKey.set({ answer: JSON.stringify(result) }).execute()
      },
    }

  const existing = await trx
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'answer'])
    .where('userId', '=', caller.id)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  if (existing?.fingerprint !== fingerprint)
    throw new HttpError(422, 'key_reused', idempotencyMessages.sendNewKey)
  // PostgreSQL parsed the jsonb; `saveResult` wrote a CallResult in the transaction that claimed
  // the key.
  return {
    savedResult: existing.answer as unknown as CallResult,
    saveResult: () => Promise.resolve(),
  }
}

const requestInProgress = () =>
  new HttpError(409, 'in_progress', idempotencyMessages.sendAgain, { retryAfter: 1 })

/** Deletes idempotency keys older than a day. */
export async function purgeIdempotencyKeys({ db, now }: Platform): Promise<void> {
  const oldest = new Date(now().getTime() - keyLifetimeMs).toISOString()
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', oldest).execute()
}
