import { sql } from 'kysely'
import { getRemaining } from '#shared/areas/credits/approval.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadApprovalBudget, toSpending } from './approvalBudget.ts'
import type { Spending } from './approvalBudget.ts'
import { creditsMessages } from './messages.ts'

/** A file can have 200,000 rows. Reading them in pages limits memory. */
const linesPerPage = 5000
const maxStoreNotes = 10

type ImportLineRow = { line: number; record: Record<string, unknown> }
type ImportNoteOptions = { importId: number; caller: Account; now: string }

/**
 * Finds which rows need a second operator's approval and what remains of the limits, before an
 * import runs.
 */
export async function findCreditApprovalNotes(
  db: Connection,
  { importId, caller, now }: ImportNoteOptions,
): Promise<string[]> {
  const { rows: stores } = await sql<{ id: number; name: string }>`
    select id, name from stores where id in (
      select (record ->> 'storeId')::integer from import_lines
      where import_id = ${importId} and action = 'create') order by lower(name), id`.execute(db)
  if (stores.length === 0) return []
  const storeIds = stores.map(({ id }) => id)
  const options = { accounts: [caller], storeIds, now }
  const [before, budget] = [
    await loadApprovalBudget(db, options),
    await loadApprovalBudget(db, options),
  ]
  const above = new Map<number, string>()
  let [total, waiting] = [0, 0]
  for await (const spending of loadSpendings(db, importId)) {
    total++
    if (budget.spend(spending)) continue
    waiting++
    above.set(spending.storeId, spending.unit)
  }
  if (waiting === 0) return []
  const named = stores.filter(({ id }) => above.has(id)).slice(0, maxStoreNotes)
  return [
    creditsMessages.rowsWait(waiting, total),
    ...named.map(({ id, name }) => {
      const unit = above.get(id) ?? ''
      const { store } = before.getAllowance({ storeId: id, memberId: null, unit })
      return creditsMessages.storeHasLeft(
        name,
        formatMoney(getRemaining(store), unit),
        formatMoney(store.limit, unit),
      )
    }),
  ]
}

async function* loadSpendings(db: Connection, importId: number): AsyncGenerator<Spending> {
  for (let last = 0; ;) {
    const { rows } = await sql<ImportLineRow>`select line, record from import_lines
      where import_id = ${importId} and action = 'create' and line > ${last}
      order by line limit ${linesPerPage}`.execute(db)
    for (const { record } of rows) yield toSpending(record)
    const { line } = rows.at(-1) ?? {}
    if (line === undefined || rows.length < linesPerPage) return
    last = line
  }
}
