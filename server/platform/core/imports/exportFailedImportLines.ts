import { sql } from 'kysely'
import { createCsvResult } from '../csv/csvResult.ts'
import type { CallResult } from '../http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { StoredImport } from './loadImport.ts'
import { importMessages } from './messages.ts'

const failedPageSize = 1000

type FailedLine = { line: number; cells: string[]; why: string }

/**
 * GET /x/imports/ID/failed/export: exports lines that were rejected in the check or the run, or
 * failed, with their original cells, line number, and reason.
 */
export function exportFailedImportLines(
  db: Connection,
  { id, name, heads, runJob }: StoredImport,
): CallResult {
  async function* generateLines() {
    yield [[...heads, importMessages.row, importMessages.reason]]
    for (let after = 0; ;) {
      const { rows } = await sql<FailedLine>`
        select import_lines.line, cells,
          coalesce(array_to_string(nullif(reasons, '{}'), '; '), job_rows.sentence, 'Not imported.') as why
        from import_lines left join job_rows
          on job_rows.job_id = ${runJob} and (job_rows.input ->> 'line')::integer = import_lines.line
        where import_id = ${id} and import_lines.line > ${after}
          and (action = 'refused' or job_rows.outcome in ('refused', 'failed'))
        order by import_lines.line limit ${failedPageSize}`.execute(db)
      yield rows.map(({ line, cells, why }) => [
        ...heads.map((_, index) => cells[index] ?? ''),
        String(line),
        why,
      ])
      const last = rows.at(-1)
      if (rows.length < failedPageSize || !last) return
      after = last.line
    }
  }
  const ascii = name.replace(/\.[^.]*$/, '').replaceAll(/[^\w.-]/g, '_')
  return createCsvResult(`${ascii}-failed`, generateLines())
}
