import { sql } from 'kysely'
import type { AnyRecord, Labels } from '#shared/engine/resource.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ReadExtension } from '#server/platform/core/records/list/readExtension.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findEntryRemainders } from './expireCredits.ts'
import { creditsMessages } from './messages.ts'

type ReversalRow = {
  of: number
  reversedBy: number | null
  reversalId: number | null
  reason: string
}

/** Returns the balance of an entry that issued credits; nothing for other entries. */
const toBalanceKeys = ({ amount, memberId, unit }: Record<string, unknown>) =>
  Number(amount) > 0 ? [{ memberId: Number(memberId), unit: String(unit) }] : []

/**
 * Adds the remaining amount of each entry, and its reversal or the request for one. Entries never
 * change, so these aren't stored with them.
 */
async function addReversals<T extends Record<string, unknown>>(
  db: Connection,
  entries: T[],
): Promise<T[]> {
  const ids = entries.map(({ id }) => id)
  const { rows } = await sql<ReversalRow>`
    select reverses as of, id as reversed_by, null::integer as reversal_id, reason
    from readable_credit_entries where reverses = any(${ids}::int[])
    union all
    select reverses, null, id, reason
    from credit_requests where reverses = any(${ids}::int[]) and state = 'waiting'`.execute(db)
  const reversals = new Map(rows.map((row) => [row.of, row]))
  const remainders = await findEntryRemainders(db, entries.flatMap(toBalanceKeys))
  return entries.map((entry) => {
    const {
      reversedBy = null,
      reversalId = null,
      reason = '',
    } = reversals.get(Number(entry['id'])) ?? {}
    const labels: Labels = {
      ...(entry['labels'] as AnyRecord['labels']), // Added by `addLabels`.
      ...(reversedBy !== null && { reversedBy: reason }),
      ...(reversalId !== null && { reversalId: reason }),
    }
    const remaining =
      toBalanceKeys(entry).length > 0 ? (remainders.get(Number(entry['id'])) ?? 0) : null
    return { ...entry, reversedBy, reversalId, remaining, labels }
  })
}

export const creditEntryReadExtension: ReadExtension = {
  parameters: [
    {
      name: 'left',
      description: 'Only entries with credits left',
      schema: { type: 'string', enum: ['some'] },
    },
  ],
  filterRows(condition, query) {
    const left = query.get('left')
    if (left === null) return condition
    if (left !== 'some') throw badRequest(creditsMessages.wrongLeft)
    return sql<boolean>`${condition} and credit_remainder(${sql.ref('id')}) > 0`
  },
  addFields: (db, entries) => addReversals(db, entries),
  searchThrough: ['memberId', 'storeId'],
}
