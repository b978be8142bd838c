import { sql } from 'kysely'
import type { PlanOutcome } from '#shared/engine/bulk/planOutcomes.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { codeOf, pickBefore } from '../bulk/planRows.ts'
import type { StoredRow } from '../bulk/planRows.ts'
import type { RowSource } from '../bulk/planPages.ts'
import type { Scoped } from '../records/inScope.ts'
import { readMany } from '../records/read.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type Line = {
  line: number
  action: PlanOutcome
  label: string | null
  targetId: number | null
  record: Values | null
  reasons: string[] | null
}

/** The checked rows of an import, as rows of a plan. */
export const getImportRows = (db: Connection, of: Scoped, importId: number): RowSource => ({
  of,
  count: async () => {
    const { rows } = await sql<{ action: string; count: number }>`
      select action, count(*)::integer as count from import_lines
      where import_id = ${importId} and action is not null group by action`.execute(db)
    return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
  },
  read: async ({ outcome, range }) => {
    const isOutcome = outcome === null ? sql`action is not null` : sql`action = ${outcome}`
    const { rows } = await sql<Line>`
      select line, action, label, target_id, record, reasons from import_lines
      where import_id = ${importId} and ${isOutcome} order by line ${range}`.execute(db)
    const ids = rows.flatMap(({ targetId }) => targetId ?? [])
    const found = await readMany(db, of, ids, false)
    return rows.map((row) => toStoredRow(of, row, found))
  },
})

/** A row that changes a record shows what that holds now. */
function toStoredRow(
  of: Scoped,
  { line, action, label, targetId, record, reasons }: Line,
  found: Awaited<ReturnType<typeof readMany>>,
): StoredRow {
  const before = targetId === null ? null : (found.get(targetId) ?? null)
  const becomes = action === 'change' || action === 'create' ? record : null
  const code = record?.['code']
  return {
    row: line,
    id: targetId,
    code: codeOf(before) ?? (typeof code === 'string' ? code : null),
    label: label ?? planMessages.row(line),
    outcome: action,
    sentence: reasons && reasons.length > 0 ? reasons.join('; ') : null,
    before: becomes && pickBefore(of, before, Object.keys(becomes)),
    becomes,
    warns: null,
  }
}
