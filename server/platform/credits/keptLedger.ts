import { sql } from 'kysely'
import type { AnyRecord, Labels } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/resources/creditEntries.ts'
import type { Listing } from '../records/list/list.ts'
import type { Kept } from '../records/settled.ts'
import type { Connection } from '../schema.ts'

type Reversal = { of: number; reversedBy: number | null; reversalId: number | null; reason: string }

/** What took these entries back, or is to: nobody changes an entry, so it stands with what names it. */
async function withReversals<T extends Record<string, unknown>>(
  db: Connection,
  entries: T[],
): Promise<T[]> {
  const ids = entries.map(({ id }) => id)
  const { rows } = await sql<Reversal>`
    select reverses as of, id as reversed_by, null::integer as reversal_id, reason
    from credit_entries where reverses = any(${ids}::int[])
    union all
    select reverses, null, id, reason
    from credit_requests where reverses = any(${ids}::int[]) and state = 'waiting'`.execute(db)
  const known = new Map(rows.map((row) => [row.of, row]))
  return entries.map((entry) => {
    const {
      reversedBy = null,
      reversalId = null,
      reason = '',
    } = known.get(Number(entry['id'])) ?? {}
    const labels: Labels = {
      ...(entry['labels'] as AnyRecord['labels']), // `withLabels` put them there.
      ...(reversedBy !== null && { reversedBy: reason }),
      ...(reversalId !== null && { reversalId: reason }),
    }
    return { ...entry, reversedBy, reversalId, labels }
  })
}

const listing: Listing = {
  parameters: [],
  complete: (db, entries) => withReversals(db, entries),
}

export const keptLedger: Kept = { ...creditEntries, consequence: null, dependents: [], listing }
