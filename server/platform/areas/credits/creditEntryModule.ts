import { sql } from 'kysely'
import type { AnyRecord, Labels } from '#shared/engine/resource.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ReadExtension } from '#server/platform/core/records/list/readExtension.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findEntryRemainders } from './expireCredits.ts'
import { creditsMessages } from './messages.ts'

/** What reversed an entry, or the request that waits to, with its reason. */
type Reversal = {
  of: number
  reversedBy: number | null
  reversalId: number | null
  reason: string
}

/** Whether an entry gave credits, so that some of them may remain. */
const isCredit = ({ amount }: Record<string, unknown>) => Number(amount) > 0

/**
 * Finds the reversals of these entries. A reversal may be in any month, so the ledger is read only for
 * the few entries that `credit_once` says are reversed.
 */
async function findReversals(db: Connection, ids: readonly number[]): Promise<Reversal[]> {
  const { rows: marks } = await sql<{ of: number }>`
    select whose::integer as of from credit_once
    where kind = 'reverses' and whose = any(${ids.map(String)}::text[])`.execute(db)
  if (marks.length === 0) return []
  const { rows } = await sql<Reversal>`
    select reverses as of, id as reversed_by, null::integer as reversal_id, reason
    from readable_credit_entries where reverses = any(${marks.map(({ of }) => of)}::int[])`.execute(
    db,
  )
  return rows
}

/** Finds the requests that wait to reverse these entries. */
async function findWaitingReversals(db: Connection, ids: readonly number[]): Promise<Reversal[]> {
  const { rows } = await sql<Reversal>`
    select reverses as of, null::integer as reversed_by, id as reversal_id, reason
    from credit_requests where reverses = any(${[...ids]}::int[]) and state = 'waiting'`.execute(db)
  return rows
}

/**
 * Adds the remaining amount of each entry, and its reversal or the request for one. Entries never
 * change, so these aren't stored with them.
 */
async function addReversals<T extends Record<string, unknown>>(
  db: Connection,
  entries: T[],
): Promise<T[]> {
  const ids = entries.map(({ id }) => Number(id))
  const [posted, waiting, remainders] = await Promise.all([
    findReversals(db, ids),
    findWaitingReversals(db, ids),
    findEntryRemainders(
      db,
      entries.filter(isCredit).map(({ memberId }) => Number(memberId)),
    ),
  ])
  const reversals = new Map([...posted, ...waiting].map((row) => [row.of, row]))
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
    const remaining = isCredit(entry) ? (remainders.get(Number(entry['id'])) ?? 0) : null
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
