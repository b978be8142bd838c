import type { creditBulkActions } from '#shared/areas/credits/bulkActions.ts'
import { sql } from 'kysely'
import { integer, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { formatMoney } from '#shared/format/money.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import type { BatchInput } from '#server/platform/core/bulk/updateJob.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { BulkHandlers } from '#server/platform/core/records/bulkHandler.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { postExpiry } from './expireEntry.ts'
import { findEntryRemainders } from './expireCredits.ts'
import { creditsMessages } from './messages.ts'

const ExpiryJobInput = type({ left: integer() })
type ExpiryInput = { left: number }

/** Returns the entries with the remaining amount of each. */
async function addRemainders(connection: Connection, entries: AnyRecord[]): Promise<AnyRecord[]> {
  const memberIds = entries.map(({ memberId }) => Number(memberId))
  const remainders = await findEntryRemainders(connection, memberIds)
  return entries.map((entry) => ({ ...entry, remaining: remainders.get(entry.id) ?? 0 }))
}

type RemainderSum = { unit: string; amount: number; members: number }

/** Sums the remaining amounts of these entries by unit, and counts their members. */
async function sumRemainders(
  connection: Connection,
  ids: readonly number[],
): Promise<RemainderSum[]> {
  const { rows } = await sql<{ id: number; memberId: number; unit: string }>`
    select id, member_id, unit from credit_entries where id = any(${[...ids]}::int[])`.execute(
    connection,
  )
  const remainders = await findEntryRemainders(
    connection,
    rows.map(({ memberId }) => memberId),
  )
  return [...Map.groupBy(rows, ({ unit }) => unit)].map(([unit, entries]) => ({
    unit,
    amount: entries.reduce((sum, { id }) => sum + (remainders.get(id) ?? 0), 0),
    members: new Set(entries.map(({ memberId }) => memberId)).size,
  }))
}

/** The bulk action that expires entries of the ledger (shared/areas/credits/bulkActions.ts). */
export const creditEntryBulkHandlers = {
  expire: {
    skipsValidation: true,
    addFields: addRemainders,
    getChanges: ({ remaining }) => (Number(remaining) > 0 ? { remaining: 0 } : {}),
    async describeImpact(connection, ids) {
      const sums = await sumRemainders(connection, ids)
      return sums.map(({ unit, amount, members }) =>
        creditsMessages.expires(formatMoney(amount, unit), members),
      )
    },
    toRowInput: ({ remaining }): ExpiryInput => ({ left: Number(remaining) }),
  },
} satisfies BulkHandlers<typeof creditBulkActions>

/**
 * Expires the remaining amount of one entry per row. Rejects an entry whose remaining amount isn't
 * the one that the plan showed.
 */
export const expireCreditEntriesJob = defineJob({
  name: `${creditEntries.name}.expire`,
  permission: `${creditEntries.permission}:write`,
  async perform(context, { targetId, input }) {
    if (!is(input, ExpiryJobInput)) throw new Error('An expiry without its amount')
    const { values } = context.job.input as BatchInput // As the plan saved it.
    const reason = String(values['reason'])
    await postExpiry(context, Number(targetId), reason, (remaining, unit) => {
      if (remaining !== 0 && remaining !== input.left)
        throw invalidState(creditsMessages.otherRemainder(formatMoney(remaining, unit)))
    })
    return { outcome: 'done' }
  },
})
