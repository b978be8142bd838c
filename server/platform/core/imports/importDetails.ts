import { sql } from 'kysely'
import {
  getNextImportState,
  importResults,
  lineActions,
  toImportLineResult,
} from '#shared/engine/imports/importStates.ts'
import type {
  ImportLineResult,
  ImportState,
  ImportStep,
  LineAction,
} from '#shared/engine/imports/importStates.ts'
import type { Caller } from '../auth/tokens.ts'
import { loadJob } from '../jobs/loadJobs.ts'
import type { Job } from '../jobs/loadJobs.ts'
import { getDiff } from '../bulk/diff.ts'
import { limitToCaller } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { loadRecords } from '../records/loadRecord.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadImport } from './loadImport.ts'
import type { StoredImport } from './loadImport.ts'
import { importMessages } from './messages.ts'
import { invalidState } from '../platform/httpError.ts'

/**
 * The maximum number of invalid lines, changed records, and reasons in a response. The failed file
 * has all invalid lines.
 */
const maxListedLines = 100

const isUnfinished = ({ status }: Job) => status === 'waiting' || status === 'running'

/** Returns an import's state from its jobs. A dry run that didn't finish doesn't count. */
function getImportState({ runJob }: StoredImport, job: Job | null): ImportState {
  if (!job) return 'mapping'
  if (isUnfinished(job)) return runJob === null ? 'checking' : 'running'
  if (runJob !== null) return 'ended'
  return job.status === 'done' && job.rows['failed'] === 0 && job.rows['refused'] === 0
    ? 'ready'
    : 'mapping'
}

async function loadImportState(db: Connection, storedImport: StoredImport, caller: Caller) {
  const id = storedImport.runJob ?? storedImport.checkJob
  const job = id === null ? null : await loadJob(db, id, caller)
  return { job, state: getImportState(storedImport, job) }
}

/** Rejects a step that the import's state doesn't allow. */
export async function assertStepAllowed(
  db: Connection,
  storedImport: StoredImport,
  caller: Caller,
  step: ImportStep,
): Promise<void> {
  const { state } = await loadImportState(db, storedImport, caller)
  if (getNextImportState(state, step)) return
  const detail =
    step === 'run' && state === 'mapping'
      ? importMessages.checkFirst
      : importMessages.alreadyStarted
  throw invalidState(detail)
}

export async function loadImportDetails(
  db: Connection,
  resource: ResourceModule,
  id: number,
  { caller, now }: { caller: Caller; now: string },
) {
  const storedImport = await loadImport(db, resource, id, caller.id)
  const { checkJob: _check, runJob: _run, ...known } = storedImport
  const { job, state } = await loadImportState(db, storedImport, caller)
  const counted = await sql<{ action: LineAction; count: number }>`
    select coalesce(action, 'waiting') as action, count(*) as count from import_lines
    where import_id = ${id} group by 1`.execute(db)
  const getCount = (action: string) =>
    Number(counted.rows.find((one) => one.action === action)?.count ?? 0)
  const { rows: problems } = await sql<{ line: number; reasons: string[] }>`
    select line, reasons from import_lines where import_id = ${id} and action = 'refused'
    order by line limit ${maxListedLines}`.execute(db)
  const { rows: reasons } = await sql<{ reason: string; rows: number; line: number }>`
    select reason, count(*)::int as rows, min(line) as line
    from import_lines, unnest(reasons) as reason where import_id = ${id} and action = 'refused'
    group by 1 order by 2 desc, 3, 1 limit ${maxListedLines}`.execute(db)
  const totals = state === 'ready' ? await resource.importHooks?.totals?.(db, id) : []
  const notes =
    state === 'ready' ? await resource.importHooks?.notes?.(db, { importId: id, caller, now }) : []
  return {
    ...known,
    state,
    counts: Object.fromEntries(lineActions.map((action) => [action, getCount(action)])),
    results: state === 'ended' ? await countResults(db, storedImport) : null,
    problems,
    reasons,
    changes:
      state === 'ready' ? await loadChangingLines(db, limitToCaller(caller, resource), id) : [],
    totals: totals ?? [],
    notes: notes ?? [],
    job,
  }
}

/** Counts lines by result; null once the lines are deleted. */
async function countResults(db: Connection, { id, runJob }: StoredImport) {
  const { rows } = await sql<{ action: LineAction; outcome: string | null; count: number }>`
    select coalesce(action, 'waiting') as action, outcome, count(*)::int as count
    from import_lines left join job_rows
      on job_rows.job_id = ${runJob} and (job_rows.input ->> 'line')::integer = import_lines.line
    where import_id = ${id} group by 1, 2`.execute(db)
  if (rows.length === 0) return null
  const results = Object.fromEntries(importResults.map((result) => [result, 0])) as Record<
    ImportLineResult,
    number
  > // The names come from the table.
  for (const { action, outcome, count } of rows)
    results[toImportLineResult(action, outcome)] += count
  return results
}

type ChangingLine = { line: number; label: string | null; targetId: number; record: FieldValues }

/** Loads the first lines that change a record, with its values before and after. */
async function loadChangingLines(db: Connection, resource: ScopedResource, id: number) {
  const { rows } = await sql<ChangingLine>`
    select line, label, target_id, record from import_lines
    where import_id = ${id} and action = 'change' order by line limit ${maxListedLines}`.execute(db)
  const ids = rows.map(({ targetId }) => targetId)
  const currentRecords = await loadRecords(db, resource, ids, false)
  const changes = rows.flatMap(({ targetId, record, ...line }) => {
    const before = currentRecords.get(targetId)
    return before ? [{ ...line, before, values: record }] : []
  })
  const diffs = await getDiff(db, resource, changes)
  return changes.map(({ line, label }, index) => ({ line, label: label ?? '', ...diffs[index] }))
}
