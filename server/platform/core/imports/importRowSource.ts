import { sql } from 'kysely'
import type { PlanOutcome } from '#shared/engine/bulk/planOutcomes.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { getRecordCode, pickPreviousValues } from '../bulk/planRows.ts'
import type { StoredPlanRow } from '../bulk/planRows.ts'
import type { PlanRowSource } from '../bulk/planPages.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { loadRecords } from '../records/loadRecord.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type StoredLine = {
  line: number
  action: PlanOutcome
  label: string | null
  targetId: number | null
  record: FieldValues | null
  reasons: string[] | null
}

/** Returns the checked rows of an import as plan rows. */
export const createImportRowSource = (
  db: Connection,
  resource: ScopedResource,
  importId: number,
): PlanRowSource => ({
  resource,
  count: async () => {
    const { rows } = await sql<{ action: string; count: number }>`
      select action, count(*)::integer as count from import_lines
      where import_id = ${importId} and action is not null group by action`.execute(db)
    return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
  },
  read: async ({ outcome, range }) => {
    const isOutcome = outcome === null ? sql`action is not null` : sql`action = ${outcome}`
    const { rows } = await sql<StoredLine>`
      select line, action, label, target_id, record, reasons from import_lines
      where import_id = ${importId} and ${isOutcome} order by line ${range}`.execute(db)
    const ids = rows.flatMap(({ targetId }) => targetId ?? [])
    const records = await loadRecords(db, resource, ids, false)
    return rows.map((row) => toStoredRow(resource, row, records))
  },
})

/** Shows the current values of a record that the row changes. */
function toStoredRow(
  resource: ScopedResource,
  { line, action, label, targetId, record, reasons }: StoredLine,
  records: Awaited<ReturnType<typeof loadRecords>>,
): StoredPlanRow {
  const before = targetId === null ? null : (records.get(targetId) ?? null)
  const becomes = action === 'change' || action === 'create' ? record : null
  const code = record?.['code']
  return {
    row: line,
    id: targetId,
    code: getRecordCode(before) ?? (typeof code === 'string' ? code : null),
    label: label ?? planMessages.row(line),
    outcome: action,
    sentence: reasons && reasons.length > 0 ? reasons.join('; ') : null,
    before: becomes && pickPreviousValues(resource, before, Object.keys(becomes)),
    becomes,
    warns: null,
  }
}
