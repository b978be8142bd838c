import type { Permission } from '#shared/permissions/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CallResult, WriteContext } from '../http/call.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** What became of a row; one without an outcome is still to be done. */
export const jobRowOutcomes = ['done', 'unchanged', 'refused', 'failed'] as const
export type JobRowOutcome = (typeof jobRowOutcomes)[number]

/** One thing that a job does: to a record, which it names, and with what that wants to know; `outcome` and `sentence` say what its plan knew of it beforehand, so that it is told with the others and not tried. */
export type NewJobRow = {
  targetId: number | null
  label: string
  input?: unknown
  outcome?: 'unchanged' | 'refused'
  sentence?: string
}
export type JobRow = { id: number; targetId: number | null; label: string; input: unknown }

/** The transaction of one row: all of it is kept with its outcome, or nothing. `caller` started the job, with the stores of now. */
export type RowContext = WriteContext & { job: { id: number; input: unknown } }

/** What a row came to; a `Refusal` that is thrown is "refused", anything else "failed". */
export type RowResult = {
  outcome: 'done' | 'unchanged' | 'refused'
  sentence?: string | null
  /** What was done came to no good end, which the sentence tells: a test that failed. */
  isBad?: boolean
  targetId?: number
  /** The queue of work that waited for this, posted to once it's committed. */
  queue?: string
  /** What `undo` of its kind needs to take it back; no secret. A row that keeps nothing cannot be undone. */
  undoData?: unknown
}

export type JobKind<Prepared = unknown> = {
  name: string
  permission: Permission
  /** What takes its time, such as asking others, before the transaction; it must change nothing, since it may be done twice. */
  prepare?: (platform: Platform, row: JobRow) => Promise<Prepared>
  perform: (work: RowContext, row: JobRow, prepared: Prepared) => Promise<RowResult>
  /** What else is to be ended with a row that was not done: refused, failed, or left when its job was cancelled; it may be called twice. */
  onSkipped?: (trx: Connection, row: JobRow, told: SkipReason) => Promise<void>
  /** Takes back what one row did, unless it changed since: the row's input is the `before` that was kept. Without it nothing is kept. */
  undo?: (work: RowContext, row: JobRow) => Promise<RowResult>
  /** Many rows in one transaction, results in their order; refused ones wrote nothing; when it throws, each is done by itself. */
  batch?: { perform: PerformBatch; undo: PerformBatch }
}
/** Why a row was not done; null where its job was cancelled. */
export type SkipReason = { now: string; sentence: string | null }
export type PerformBatch = (work: RowContext, rows: readonly JobRow[]) => Promise<RowResult[]>

export function defineBatchJob(
  { name, permission: needs }: Pick<JobKind, 'name' | 'permission'>,
  many: { perform: PerformBatch; undo: PerformBatch },
): JobKind {
  const single =
    (all: PerformBatch) =>
    async (work: RowContext, row: JobRow): Promise<RowResult> => {
      const [result] = await all(work, [row])
      if (!result) throw new Error(`${name} answered nothing for a row`)
      return result
    }
  return {
    name,
    permission: needs,
    batch: many,
    perform: single(many.perform),
    undo: single(many.undo),
  }
}

/** Checks that `perform` takes what `prepare` gives; the runner hands it on without looking. */
export const defineJob = <Prepared>(kind: JobKind<Prepared>): JobKind => kind as JobKind

function toRowsSql(rows: readonly NewJobRow[] | RawBuilder<unknown>): RawBuilder<unknown> {
  if (!Array.isArray(rows))
    return sql`(select *, null as outcome, null as sentence from (${rows}) as asked) as row`
  const all = rows.map(({ targetId, ...row }: NewJobRow) => ({ id: targetId, ...row }))
  return sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as row (id integer, label text, input jsonb, outcome text, sentence text)`
}

/** Keeps a job with its rows (or a query of id, label, input) in the change's transaction, and runs it afterwards. Answers 202. */
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
