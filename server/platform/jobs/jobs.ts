import type { Right } from '#shared/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Answer, Work } from '../http/call.ts'
import type { Platform } from '../platform.ts'

/** Where a job stands: `cancelled` ones have rows left that nobody looked at, `failed` ones cannot be run at all. */
export type JobStatus = 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'

/** What became of a row; one without an outcome is still to be done. */
export const outcomes = ['done', 'unchanged', 'refused', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** One thing that a job does: to a record, which it names, and with what that wants to know. */
export type NewRow = { targetId: number | null; label: string; input?: unknown }
export type JobRow = { id: number; targetId: number | null; label: string; input: unknown }

/**
 * The transaction of one row: all that it changes is kept with its outcome, or not at all. `caller` is who started the job, with the stores
 * of this moment; whether they still have the job's right is looked at before.
 */
export type RowWork = Work & { job: { id: number; input: unknown } }

/** What a row came to; a `Refusal` that is thrown is "refused", anything else "failed". */
export type RowResult = {
  outcome: 'done' | 'unchanged' | 'refused'
  sentence?: string | null
  /** The record that it made. */
  targetId?: number
  /** What `undo` of its kind needs to take it back; no secret. A row that keeps nothing cannot be undone. */
  before?: unknown
}

/** A kind of job, as its area hands it in (start.ts). */
export type JobKind<Prepared = unknown> = {
  name: string
  /** The right of who may run it again; the call that starts it names its own. */
  needs: Right
  /** What takes its time, such as asking others, before the transaction; it must change nothing, since it may be done twice. */
  prepare?: (platform: Platform, row: JobRow) => Promise<Prepared>
  perform: (work: RowWork, row: JobRow, prepared: Prepared) => Promise<RowResult>
  /**
   * Takes back what one row did, unless someone changed it since: the row of a job of its own, whose input is the `before` that was kept.
   * A kind without it keeps nothing.
   */
  undo?: (work: RowWork, row: JobRow) => Promise<RowResult>
  /**
   * The same for many rows in one transaction, with a result for each in their order. Of rows that are refused it has written
   * nothing; when it throws, nothing is kept, and each row is done by itself.
   */
  many?: { perform: ManyRows; undo: ManyRows }
}
export type ManyRows = (work: RowWork, rows: readonly JobRow[]) => Promise<RowResult[]>

/** A kind whose rows are done many at once. */
export function defineManyJob(
  { name, needs }: Pick<JobKind, 'name' | 'needs'>,
  many: { perform: ManyRows; undo: ManyRows },
): JobKind {
  const single =
    (all: ManyRows) =>
    async (work: RowWork, row: JobRow): Promise<RowResult> => {
      const [result] = await all(work, [row])
      if (!result) throw new Error(`${name} answered nothing for a row`)
      return result
    }
  return { name, needs, many, perform: single(many.perform), undo: single(many.undo) }
}

/** Checks that `perform` takes what `prepare` gives; the runner hands it on without looking. */
export const defineJob = <Prepared>(kind: JobKind<Prepared>): JobKind => kind as JobKind

function listed(rows: readonly NewRow[] | RawBuilder<unknown>): RawBuilder<unknown> {
  if (!Array.isArray(rows)) return sql`(${rows}) as row`
  const all = rows.map(({ targetId, ...row }: NewRow) => ({ id: targetId, ...row }))
  return sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as row (id integer, label text, input jsonb)`
}

/** Keeps a job with its rows, which may be what a query yields (id, label, input) in the transaction of the change that starts it, and has it run afterwards. Answers 202. */
export async function startJob(
  { platform, trx, caller, now, audit }: Work,
  {
    kind,
    title,
    input = null,
    rows,
  }: {
    kind: JobKind
    title: string
    input?: unknown
    rows: readonly NewRow[] | RawBuilder<unknown>
  },
): Promise<Answer> {
  const { id } = await trx
    .insertInto('jobs')
    .values({
      userId: caller.id,
      kind: kind.name,
      needs: kind.needs,
      title,
      status: 'waiting',
      createdAt: now,
      createdBy: caller.email,
      input: JSON.stringify(input),
      undoable: kind.undo !== undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into job_rows (job_id, created_at, target_id, label, input)
    select ${id}, ${now}::timestamptz, id, label, input from ${listed(rows)}`.execute(trx)
  await audit({ event: 'jobs.started', target: { type: 'jobs', id, label: title } })
  return { status: 202, body: { id }, afterwards: () => platform.kick(id) }
}
