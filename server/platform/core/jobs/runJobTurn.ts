import { setImmediate as eventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { wakeQueues } from '../http/performWrite.ts'
import { claimRow } from './claimRow.ts'
import { cleanUpCanceledRows } from './cleanUpCanceledRows.ts'
import type { JobRow, JobRowOutcome, RowResult, RowContext } from './jobs.ts'
import { lockRows, createRowError, nothingSavedMessage, createRowContext } from './rowContext.ts'
import type { JobRunner, RunningJob } from './rowContext.ts'
import { runBatch } from './runBatch.ts'
import { jobMessages } from './messages.ts'

const [singleBatchSize, jointBatchSize] = [20, 100]

/**
 * Runs a job until it ends or `isTurnOver`. Returns whether rows are left. Several processes can
 * run one job, and each may be killed: a row is one transaction.
 */
export async function runJobTurn(runner: JobRunner, id: number): Promise<boolean> {
  const running = await markRunning(runner, id)
  if (!running) {
    await cleanUpCanceledRows(runner, id)
    return false
  }
  const isUnfinished = await runRows(runner, running, id)
  await wakeQueues(runner.platform, [...running.queues])
  for (const job of running.jobs) await runner.platform.enqueueJob(job)
  return isUnfinished
}

async function runRows(runner: JobRunner, running: RunningJob, id: number): Promise<boolean> {
  for (;;) {
    const rows = await loadOpenRows(runner, running)
    if (rows.length === 0) {
      await finishJob(runner, id, running.userId)
      return false
    }
    let done = 0
    if (running.kind.batch && rows.length > 1) {
      await eventLoop()
      if (runner.isTurnOver()) return true
      const count = await runBatch(runner, running, rows)
      if (count === 0) return false
      if (count !== null) continue
    }
    for (const row of rows) {
      // The embedded database never yields to the event loop, so requests would wait until the turn
      // ends.
      await eventLoop()
      if (runner.isTurnOver()) return true
      if (await runRow(runner, running, row)) done++
    }
    // Other processes have all of them, or the job was canceled.
    if (done === 0) return false
  }
}

/** Marks a job as running, if it still should run. A job of an unknown kind fails as a whole. */
async function markRunning({ platform, kinds }: JobRunner, id: number): Promise<RunningJob | null> {
  const { db, now } = platform
  const job = await db
    .updateTable('jobs')
    .set({ status: 'running', startedAt: sql`coalesce(started_at, ${now().toISOString()})` })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['kind', 'userId', 'apiKeyId', 'createdBy', 'createdAt', 'input', 'undoOf'])
    .executeTakeFirst()
  if (!job) return null
  const kind = kinds.find(({ name }) => name === job.kind)
  const { input, undoOf, ...origin } = job
  const isUndo = undoOf !== null
  if (kind && (!isUndo || kind.undo))
    return { ...origin, kind, job: { id, input }, isUndo, queues: new Set(), jobs: new Set() }
  const sentence = jobMessages.unknownKind
  await db
    .updateTable('jobs')
    .set({ status: 'failed', sentence, endedAt: now().toISOString() })
    .where('id', '=', id)
    .execute()
  return null
}

const loadOpenRows = (
  { platform }: JobRunner,
  { kind, job, createdAt }: RunningJob,
): Promise<JobRow[]> =>
  platform.db
    .selectFrom('jobRows')
    .select(['id', 'targetId', 'label', 'input'])
    .where('jobId', '=', job.id)
    .where('createdAt', '=', createdAt)
    .where('outcome', 'is', null)
    .orderBy('id')
    .limit(kind.batch ? jointBatchSize : singleBatchSize)
    .execute()

async function finishJob({ platform }: JobRunner, id: number, userId: number): Promise<void> {
  // First, so that an account that sees the job as done also sees what it wrote.
  await platform.readReplica?.noteWrite(userId)
  await sql`update jobs set status = 'done', ended_at = ${platform.now().toISOString()}
    where id = ${id} and status = 'running'
      and not exists (select from job_rows where job_id = ${id} and outcome is null)`.execute(
    platform.db,
  )
}

type FinishedRow = Omit<RowResult, 'outcome'> & { outcome: JobRowOutcome }

async function runRow(runner: JobRunner, running: RunningJob, row: JobRow) {
  const { platform, beforeCommit } = runner
  const { kind, job, createdAt, isUndo } = running
  const prepare = isUndo ? undefined : kind.prepare
  const claim = prepare && (await claimRow(platform, running, row))
  if (claim === null) return false
  const prepared = await attemptRow(runner, job.id, async () => ({
    value: await prepare?.(platform, row),
  })).finally(() => claim?.stop())
  const at = platform.now()
  const now = at.toISOString()
  return platform.db.transaction().execute(async (trx) => {
    const lockedRows = await lockRows(trx, running, [row], claim?.token)
    if (lockedRows.length === 0) return false
    await sql`savepoint before_row`.execute(trx)
    const finishedRow: FinishedRow =
      'outcome' in prepared
        ? prepared
        : await attemptRow(runner, job.id, async () => {
            const result = await performRow(running, { platform, trx, now }, row, prepared.value)
            for (const queue of await beforeCommit(trx, at)) running.queues.add(queue)
            if (result.queue) running.queues.add(result.queue)
            if (result.job) running.jobs.add(result.job)
            return result
          })
    const { outcome, sentence = null, isBad = false, undoData: before, targetId } = finishedRow
    if (outcome === 'refused' || outcome === 'failed') {
      await sql`rollback to savepoint before_row`.execute(trx)
      if (!isUndo) await kind.onSkipped?.(trx, row, { now, sentence })
    }
    await trx
      .updateTable('jobRows')
      .set({ outcome, sentence, isBad, endedAt: now })
      .$if(targetId !== undefined, (query) => query.set({ targetId: targetId ?? null }))
      .$if(before !== undefined, (query) => query.set({ before: JSON.stringify(before) }))
      .where('id', '=', row.id)
      .where('createdAt', '=', createdAt)
      .execute()
    return true
  })
}

async function performRow(
  running: RunningJob,
  base: Pick<RowContext, 'platform' | 'trx' | 'now'>,
  row: JobRow,
  prepared: unknown,
): Promise<RowResult> {
  const { kind, isUndo } = running
  const context = await createRowContext(running, base)
  if (!isUndo) return kind.perform(context, row, prepared)
  if (!kind.undo || row.input === null) throw createRowError(nothingSavedMessage)
  return kind.undo(context, row)
}

async function attemptRow<T>({ platform }: JobRunner, id: number, run: () => Promise<T>) {
  try {
    return await run()
  } catch (error) {
    return { ...toFailedRow(error, platform, id) }
  }
}

function toFailedRow(error: unknown, { log }: Platform, job: number): FinishedRow {
  if (error instanceof HttpError) {
    const { detail } = error.problem
    return { outcome: 'refused', sentence: detail }
  }
  log.error({ job, err: error }, 'A job row failed')
  return { outcome: 'failed', sentence: jobMessages.rowFailed }
}
