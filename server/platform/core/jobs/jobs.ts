import type { Permission } from '#shared/permissions/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CallResult, WriteContext } from '../http/call.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** The results of a row; null until it's done. */
export const jobRowOutcomes = ['done', 'unchanged', 'refused', 'failed'] as const
export type JobRowOutcome = (typeof jobRowOutcomes)[number]

/**
 * One row of a job, usually for a record. `outcome` and `sentence` are set if the plan already
 * rejected or skipped it, so it's listed but not run.
 */
export type NewJobRow = {
  targetId: number | null
  label: string
  input?: unknown
  outcome?: 'unchanged' | 'refused'
  sentence?: string
}
export type JobRow = { id: number; targetId: number | null; label: string; input: unknown }

/**
 * The context of one row's transaction, which commits with its outcome or not at all. `caller`
 * started the job and has today's stores and permissions.
 */
export type RowContext = WriteContext & { job: { id: number; input: unknown } }

/** The result of a row. A thrown `HttpError` means "refused", any other error "failed". */
export type RowResult = {
  outcome: 'done' | 'unchanged' | 'refused'
  sentence?: string | null
  /** The row ran but its result is bad, as the sentence says: a failed test, for example. */
  isBad?: boolean
  targetId?: number
  /** The queue to wake after the commit. */
  queue?: string
  /** The job to queue after the commit. */
  job?: number | null
  /** The data that `undo` needs, without secrets. A row without it can't be undone. */
  undoData?: unknown
}

export type JobKind<Prepared = unknown> = {
  name: string
  permission: Permission
  /**
   * Slow work before the transaction, such as calling a provider. It must change nothing, since it
   * may run twice.
   */
  prepare?: (platform: Platform, row: JobRow) => Promise<Prepared>
  perform: (work: RowContext, row: JobRow, prepared: Prepared) => Promise<RowResult>
  /**
   * Cleans up after a row that wasn't done: rejected, failed, or left when its job was canceled.
   * May be called twice.
   */
  onSkipped?: (trx: Connection, row: JobRow, told: SkipReason) => Promise<void>
  /**
   * Undoes one row unless the record changed since. Its input is the row's `undoData`, which is
   * saved only if the kind has `undo`.
   */
  undo?: (work: RowContext, row: JobRow) => Promise<RowResult>
  /**
   * Runs many rows in one transaction and returns their results in order. Rejected rows must write
   * nothing. If it throws, each row runs separately.
   */
  batch?: { perform: PerformBatch; undo: PerformBatch }
}
/** Why a row wasn't done. The sentence is null if its job was canceled. */
type SkipReason = { now: string; sentence: string | null }
type PerformBatch = (work: RowContext, rows: readonly JobRow[]) => Promise<RowResult[]>

export function defineBatchJob(
  { name, permission }: Pick<JobKind, 'name' | 'permission'>,
  batch: { perform: PerformBatch; undo: PerformBatch },
): JobKind {
  const runSingle =
    (performBatch: PerformBatch) =>
    async (context: RowContext, row: JobRow): Promise<RowResult> => {
      const [result] = await performBatch(context, [row])
      if (!result) throw new Error(`${name} answered nothing for a row`)
      return result
    }
  return {
    name,
    permission,
    batch,
    perform: runSingle(batch.perform),
    undo: runSingle(batch.undo),
  }
}

/** Checks that `perform` accepts what `prepare` returns; the runner passes it on unchecked. */
export const defineJob = <Prepared>(kind: JobKind<Prepared>): JobKind => kind as JobKind

function toRowsSql(rows: readonly NewJobRow[] | RawBuilder<unknown>): RawBuilder<unknown> {
  if (!Array.isArray(rows))
    return sql`(select *, null as outcome, null as sentence from (${rows}) as asked) as row`
  const all = rows.map(({ targetId, ...row }: NewJobRow) => ({ id: targetId, ...row }))
  return sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as row (id integer, label text, input jsonb, outcome text, sentence text)`
}

/**
 * Saves a job and its rows (or a query of id, label, input) in the caller's transaction and queues
 * it after the commit. Returns 202.
 */
export async function startJob(
  { platform, trx, caller, now, audit }: WriteContext,
  {
    kind,
    title,
    input = null,
    rows,
  }: {
    kind: JobKind
    title: string
    input?: unknown
    rows: readonly NewJobRow[] | RawBuilder<unknown>
  },
): Promise<CallResult> {
  const { id } = await trx
    .insertInto('jobs')
    .values({
      userId: caller.id,
      apiKeyId: caller.apiKey?.id ?? null,
      kind: kind.name,
      needs: kind.permission,
      title,
      status: 'waiting',
      createdAt: now,
      createdBy: caller.email,
      input: JSON.stringify(input),
      undoable: kind.undo !== undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into job_rows (job_id, created_at, target_id, label, input, outcome, sentence, ended_at, is_planned)
    select ${id}, ${now}::timestamptz, id, label, input, outcome, sentence,
      case when outcome is not null then ${now}::timestamptz end, outcome is not null
    from ${toRowsSql(rows)}`.execute(trx)
  await audit({ event: 'jobs.started', target: { type: 'jobs', id, label: title } })
  return { status: 202, body: { id }, afterCommit: () => platform.enqueueJob(id) }
}
