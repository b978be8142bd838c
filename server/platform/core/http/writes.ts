import { createHash, createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { actingAs } from '../auth/tokens.ts'
import type { Caller } from '../auth/tokens.ts'
import { auditor } from '../audit/audit.ts'
import type { Asked } from './asked.ts'
import type { Answer, Change, Work } from './call.ts'
import { badRequest, Refusal } from '../platform/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection, Database } from '#server/platform/database/schema.ts'
import { platformCallMessages } from '#server/platform/messages.ts'

/** A repeated write is recognised for this long (design.md, API). */
const keyLifeMs = 24 * 60 * 60_000

/** A write waits this long for another one that holds what it needs. */
const lockTimeoutMs = 3000

/** After a deadlock, until it is tried once more. */
const deadlockPauseMs = 50

/**
 * Brings about what follows from changes of whatever kind, at the end of their transaction (app.ts hands it in). Returns the
 * queues to post to once the transaction has been committed.
 */
export type Settle = (trx: Connection, at: Date) => Promise<string[]>

/** Change, audit and idempotency key are one transaction: a done key answers as then; a refused write leaves no key. */
export async function performWrite(
  work: (change: Change) => Promise<Answer>,
  asked: Asked,
  platform: Platform,
  caller: Caller,
  settle: Settle,
): Promise<Answer> {
  const at = platform.now()
  const attempt = () =>
    platform.db.transaction().execute(async (trx): Promise<Committed> => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
          ${actingAs(caller)}`.execute(trx)
      const claim = await claimKey(trx, asked, caller, at)
      if (claim?.kept) return { answer: claim.kept }
      const now = at.toISOString()
      const audit = auditor(trx, { asked, now, actor: caller.email })
      const { afterwards, once, ...answer } = await work({
        platform,
        trx,
        asked,
        caller,
        now,
        audit,
      })
      const queues = await settle(trx, at)
      await claim?.keep(answer)
      const body = once ? Object.assign({}, answer.body, once) : answer.body
      return { answer: { ...answer, body }, afterwards, queues }
    })
  const {
    answer,
    afterwards,
    queues = [],
  } = await attempt().catch(async (error: unknown) => {
    // PostgreSQL ends one of a deadlock; the pause lets the other take the row, which goes to whoever asks first.
    if (!hasCode(error, deadlock)) throw error
    await delay(deadlockPauseMs)
    return attempt()
  })
  await postAll(platform, queues)
  await afterwards?.()
  return answer
}

/** Does what a write would do, and undoes all of it: what the write would have made is only read. */
export async function performAndUndo<Read>(
  work: (work: Work) => Promise<Read>,
  { asked, platform, caller }: { asked: Asked; platform: Platform; caller: Caller },
): Promise<Read> {
  const trx = await platform.db.startTransaction().execute()
  try {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
        ${actingAs(caller)}`.execute(trx)
    const now = platform.now().toISOString()
    const audit = auditor(trx, { asked, now, actor: caller.email })
    return await work({ platform, trx, caller, now, audit })
  } finally {
    await trx.rollback().execute()
  }
}

type Committed = { answer: Answer; afterwards?: Answer['afterwards']; queues?: string[] }

/** Posts to queues after a commit. A failure is logged only: the write counts, and a chore does the same work later. */
export async function postAll(
  { post, log }: Pick<Platform, 'post' | 'log'>,
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

const deadlock = '40P01'
const lockTimeout = '55P03'

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

type Claim = { kept: Answer | null; keep: (answer: Answer) => Promise<void> }

/** The insert waits for a transaction with the same key, so that of two equal requests one works and the other reads. */
async function claimKey(
  trx: Transaction<Database>,
  asked: Asked,
  caller: Caller,
  at: Date,
): Promise<Claim | null> {
  const { idempotencyKey: key } = asked
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest(platformCallMessages.keyBody)

  // The body may hold a password: with the key as secret, which is not stored, nobody can guess it from the row.
  const keyHash = createHash('sha256').update(key).digest('hex')
  const fingerprint = createHmac('sha256', key)
    .update(`${asked.method} ${asked.target}\n`)
    // A write without it has the fingerprint that platforms before this rule gave it.
    .update(asked.ifMatch === undefined ? '' : `If-Match: ${asked.ifMatch}\n`)
    .update(asked.content)
    .digest('hex')
  const oldest = new Date(at.getTime() - keyLifeMs).toISOString()

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
      throw hasCode(error, lockTimeout) ? inProgress() : error
    })

  const ours = trx
    .updateTable('idempotencyKeys')
    .where('userId', '=', caller.id)
    .where('keyHash', '=', keyHash)
  if (claimed)
    return {
      kept: null,
      keep: async (answer) => {
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
    throw new Refusal(422, 'key_reused', platformCallMessages.sendNewKey)
  // PostgreSQL parses jsonb; `keep` wrote an Answer there in the transaction that took the key.
  return { kept: known.answer as unknown as Answer, keep: () => Promise.resolve() }
}

const inProgress = () =>
  new Refusal(409, 'in_progress', platformCallMessages.sendAgain, { retryAfter: 1 })

/** Forgets keys that are too old to count. */
export async function forgetOldKeys({ db, now }: Platform): Promise<void> {
  const oldest = new Date(now().getTime() - keyLifeMs).toISOString()
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', oldest).execute()
}
