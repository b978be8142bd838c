import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PlanOutcome } from '#shared/engine/bulk/planOutcomes.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Permission } from '#shared/permissions/permissions.ts'
import type { RequestContext } from '../http/call.ts'
import type { NewJobRow } from '../jobs/jobs.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** How long a plan can be started, in milliseconds. */
const planLifetimeMs = 30 * 60_000

/** A plan row: what happens to a record, and its job's input. */
export type PlannedRow = {
  outcome: PlanOutcome
  targetId: number | null
  code?: string | null
  label: string
  sentence?: string | null
  input?: unknown
  /** The changing fields now and after the change. */
  before?: FieldValues
  becomes?: FieldValues
  warns?: readonly string[]
}

/** Data that a reader of the plan needs in addition to its rows. */
export type PlanSummary = {
  needs: Permission
  /** The resource whose records the rows are. */
  of: string
  /** The stores that the caller could see; null for all. */
  storeIds: readonly number[] | null
  warns: readonly string[]
  reaches: readonly string[]
  /** Whether its job writes only what can be written back; missing if not. */
  canUndo?: boolean
}

type NewPlan = {
  /** The resource, or the list within a resource, that the plan is for. */
  name: string
  action: string
  given: unknown
  summary: PlanSummary
  rows: readonly PlannedRow[]
}

/** Saves a plan for its operator and deletes expired plans. */
export async function savePlan(
  { trx, caller, now }: RequestContext,
  { name, action, given: actionValues, summary, rows }: NewPlan,
): Promise<{ id: number; expiresAt: string }> {
  await sql`delete from bulk_plans where expires_at < ${now}`.execute(trx)
  const expiresAt = new Date(Date.parse(now) + planLifetimeMs).toISOString()
  const { rows: inserted } = await sql<{ id: number }>`
    insert into bulk_plans (user_id, resource, action, given, rows, summary, expires_at)
    values (${caller.id}, ${name}, ${action}, ${JSON.stringify(actionValues)}, '[]',
      ${JSON.stringify(summary)}, ${expiresAt}) returning id`.execute(trx)
  const id = inserted[0]?.id ?? 0 // Just created.
  const listed = rows.map(({ targetId, ...row }, index) => ({
    ...row,
    place: index + 1,
    target_id: targetId,
  }))
  await sql`
    insert into plan_rows (plan_id, place, outcome, target_id, code, label, sentence, input, before, becomes, warns)
    select ${id}, place, outcome, target_id, code, label, sentence, input, before, becomes, warns
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as listed (
      place integer, outcome text, target_id integer, code text, label text, sentence text,
      input jsonb, before jsonb, becomes jsonb, warns text[])`.execute(trx)
  return { id, expiresAt }
}

/** Loads the job rows of a plan. Rows without a record are left out. */
export async function loadPlanJobRows(trx: Connection, planId: number): Promise<NewJobRow[]> {
  type Row = Pick<PlannedRow, 'outcome' | 'targetId' | 'label' | 'input'> & {
    sentence: string | null
  }
  const { rows } = await sql<Row>`
    select outcome, target_id, label, sentence, input from plan_rows
    where plan_id = ${planId} and outcome <> 'unknown' order by place`.execute(trx)
  return rows.map(({ outcome, targetId, label, sentence, input }): NewJobRow => {
    if (outcome !== 'refused' && outcome !== 'unchanged') return { targetId, label, input }
    return { targetId, label, outcome, ...(sentence !== null && { sentence }) }
  })
}

/** Marks a plan as started by this job. Its rows stay readable until it expires. */
export const markPlanStarted = (
  trx: Connection,
  { plan, job }: { plan: number; job: number },
): Promise<unknown> => sql`update bulk_plans set job_id = ${job} where id = ${plan}`.execute(trx)

/** Returns these fields of a record, with the currencies of amounts. */
export function pickPreviousValues(
  resource: Resource,
  record: AnyRecord | null,
  names: readonly string[],
): FieldValues {
  const currencyFields = names.flatMap((name) => getField(resource, name)?.currencyField ?? [])
  const picked = [...new Set([...names, ...currencyFields])].filter((name) => name !== 'id')
  return Object.fromEntries(picked.map((name) => [name, record?.[name] ?? null]))
}

/** Returns a record's code; null if it has none. */
export const getRecordCode = (record: AnyRecord | null): string | null => {
  const code = record?.['code']
  return typeof code === 'string' ? code : null
}

/** A row as stored, in a plan or an import. */
export type StoredPlanRow = {
  row: number
  id: number | null
  code: string | null
  label: string
  outcome: PlanOutcome
  sentence: string | null
  before: FieldValues | null
  becomes: FieldValues | null
  warns: string[] | null
}

/** Counts the rows of a plan by outcome. */
export async function countPlanOutcomes(
  connection: Connection,
  planId: number,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::integer as count from plan_rows
    where plan_id = ${planId} group by outcome`.execute(connection)
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}

/** Loads rows of a plan in order. `range` is the limit and offset. */
export async function loadPlanRows(
  connection: Connection,
  planId: number,
  { outcome, range }: { outcome: PlanOutcome | null; range: RawBuilder<unknown> },
): Promise<StoredPlanRow[]> {
  const isOutcome = outcome === null ? sql`true` : sql`outcome = ${outcome}`
  const { rows } = await sql<StoredPlanRow>`
    select place as row, target_id as id, code, label, outcome, sentence, before, becomes, warns
    from plan_rows where plan_id = ${planId} and ${isOutcome} order by place ${range}`.execute(
    connection,
  )
  return rows
}
