import { sql } from 'kysely'
import { formatActor } from '#shared/engine/actors.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { getChangedFieldLabel } from '#shared/engine/changedFieldLabel.ts'
import type { Caller } from '../auth/tokens.ts'
import { redactOtherStoresInEntries } from '../records/redactOtherStoresInEntries.ts'
import { createCsvResult } from '../csv/csvResult.ts'
import { formatCell } from '../csv/export.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult } from '../http/call.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { parseJobId, loadJob } from './loadJobs.ts'

const jobRowPageSize = 1000

type ExportedRow = {
  id: number
  label: string
  targetId: number | null
  outcome: string
  sentence: string | null
  endedAt: string | null
}

/** An audit log entry that a row wrote. */
type RowAuditEntry = {
  targetType: string | null
  targetId: number | null
  changes: unknown
  time: string
}

type ExportedJob = { id: number; kind: string; actor: string; reason: string }

const csvHeadings = 'Record,Id,Outcome,Field,Before,After,Actor,Reason,Why,Time'.split(',')

/**
 * GET /jobs/ID/rows/export: exports each row's outcome with its reason, one line for each changed
 * field.
 */
export async function handleExportJobRows(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { id, kind } = await loadJob(db, parseJobId(request), caller)
  const job = { id, kind: String(kind), ...(await loadJobStart(db, id)) }
  async function* generateLines() {
    yield [csvHeadings]
    for (let after = 0; ;) {
      const { rows } = await sql<ExportedRow>`
        select id, label, target_id, coalesce(outcome, 'waiting') as outcome, sentence, ended_at
        from job_rows where job_id = ${id} and id > ${after} order by id limit ${jobRowPageSize}`.execute(
        db,
      )
      const entries = await loadRowAuditEntries(db, caller, job, rows)
      yield rows.flatMap((row) => toJobRowLines(job, row, entries))
      const last = rows.at(-1)
      if (rows.length < jobRowPageSize || !last) return
      after = last.id
    }
  }
  return createCsvResult(`job-${id}`, generateLines())
}

/** Loads who started a job, and the reason given for all rows. */
async function loadJobStart(
  db: Connection,
  id: number,
): Promise<Pick<ExportedJob, 'actor' | 'reason'>> {
  const { rows } = await sql<{ actor: string; reason: string | null }>`
    select created_by as actor, input -> 'values' ->> 'reason' as reason from jobs
    where id = ${id}`.execute(db)
  return { actor: formatActor(rows[0]?.actor ?? ''), reason: rows[0]?.reason ?? '' }
}

/**
 * Loads the rows' audit entries, which have the same time as their row. Secrets aren't in the log,
 * and other stores are hidden.
 */
async function loadRowAuditEntries(
  db: Connection,
  caller: Caller,
  { id, kind }: ExportedJob,
  rows: readonly ExportedRow[],
): Promise<RowAuditEntry[]> {
  const times = [...new Set(rows.flatMap(({ endedAt }) => endedAt ?? []))]
  if (times.length === 0) return []
  const [name = ''] = kind.split('.')
  const isMerge = kind.endsWith('.merge')
  const entries = await sql<RowAuditEntry>`
    select time, target_type, target_id, changes from readable_audit
    where time = any(${times}::timestamptz[]) and request_id = ${`job-${id}`}
      and (${isMerge} or target_type = ${name}) order by time, id`.execute(db)
  // The columns are the same.
  return (await redactOtherStoresInEntries(db, caller, entries.rows)) as RowAuditEntry[]
}

function toJobRowLines(
  { actor, reason }: ExportedJob,
  row: ExportedRow,
  entries: readonly RowAuditEntry[],
): string[][] {
  const { label, targetId, outcome, sentence, endedAt } = row
  const ownEntries = entries.filter(
    (entry) => entry.targetId === targetId && entry.time === endedAt,
  )
  const changes = outcome === 'done' ? ownEntries.flatMap(formatRowChanges) : []
  const rowReason = changes.find(({ name }) => /reason$/i.test(name))?.after ?? ''
  const buildLine = (field: string, before: string, after: string) => [
    label,
    String(targetId ?? ''),
    outcome,
    field,
    before,
    after,
    actor,
    reason || rowReason,
    sentence ?? '',
    endedAt ?? '',
  ]
  return changes.length > 0
    ? changes.map(({ field, before, after }) => buildLine(field, before, after))
    : [buildLine('', '', '')]
}

function formatRowChanges({ targetType, changes }: RowAuditEntry) {
  const resource = getResource(targetType ?? '')
  return Object.entries(Object(changes)).map(([name, sides]) => {
    const { before, after }: { before?: unknown; after?: unknown } = Object(sides)
    const field = resource && getField(resource, name)
    // A cell needs only its own value; related values, such as a currency, aren't in the log.
    const toCell = (value: unknown) =>
      typeof value === 'string' ? value : formatCell({ [name]: value } as AnyRecord, name, field)
    return {
      name,
      field: getChangedFieldLabel(targetType, name),
      before: toCell(before),
      after: toCell(after),
    }
  })
}
