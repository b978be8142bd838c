import { sql } from 'kysely'
import { toDay } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { creditTypes } from '#shared/areas/credits/creditEntries.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { creditsMessages } from './messages.ts'

/** A new entry of the ledger. The database computes its balance. */
export type NewEntry = {
  storeId: number
  memberId: number
  type: keyof typeof creditTypes
  amount: number
  unit: string
  reason: string
  issuedBy: string
  expiresAt?: string | null
  reference?: string | null
  reverses?: number | null
  requestId?: number | null
  /** The accounts that entered it without approval. It counts toward the limits of each. */
  enteredAloneBy?: readonly number[] | null
}

/**
 * Posts entries, and returns their IDs. Sorts by member so that two calls can't deadlock; balances
 * stay locked until commit. Rejects a debit above the balance with 409.
 */
export async function postEntries(
  trx: Connection,
  now: string,
  entries: readonly NewEntry[],
): Promise<Map<NewEntry, number>> {
  const ids = new Map<NewEntry, number>()
  for (const entry of entries.toSorted((one, other) => one.memberId - other.memberId)) {
    const { storeId, memberId, type, amount, unit, reason, issuedBy } = entry
    const { expiresAt = null, reference = null, reverses = null, requestId = null } = entry
    const aloneBy = entry.enteredAloneBy ? [...entry.enteredAloneBy] : null
    // Lock before the entry gets its ID, so that a member's IDs are in the order in which they
    // changed the balance.
    const balance = await lockBalance(trx, memberId, unit)
    if (amount < 0 && balance + amount < 0)
      throw invalidState(creditsMessages.balanceTooLow(formatMoney(balance, unit)))
    const { rows } = await sql<{ id: number }>`
      insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason,
        expires_at, issued_by, reference, reverses, request_id, entered_alone_by)
      values (${storeId}, ${memberId}, ${now}, ${type}, ${amount}, ${unit}, 0, ${reason},
        ${expiresAt}, ${issuedBy}, ${reference}, ${reverses}, ${requestId}, ${aloneBy}::int[]) returning id`.execute(
      trx,
    )
    ids.set(entry, Number(rows[0]?.id))
    if (type === 'issue')
      await sql`insert into store_days (store_id, day, credits_issued)
        values (${storeId}, ${toDay(new Date(now))}, ${amount}) on conflict (store_id, day)
        do update set credits_issued = store_days.credits_issued + excluded.credits_issued`.execute(
        trx,
      )
  }
  return ids
}

/** Loads a member's balance and locks it until the transaction ends. */
export async function lockBalance(
  trx: Connection,
  memberId: number,
  unit: string,
): Promise<number> {
  const loadRow = async () => {
    const { rows } = await sql<{ balance: number }>`
      select balance from credit_balances where member_id = ${memberId} and unit = ${unit} for update`.execute(
      trx,
    )
    return rows[0]
  }
  let row = await loadRow()
  if (!row) {
    // There is no row to lock yet, so a second caller waits here until the first entry is
    // committed.
    const name = `credits/${memberId}/${unit}`
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
    row = await loadRow()
  }
  return Number(row?.balance ?? 0)
}
