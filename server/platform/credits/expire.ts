import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { enter } from './enter.ts'
import { lotsOf } from './lots.ts'
import type { Entered, Lot } from './lots.ts'
import { creditMessages } from './messages.ts'

type Due = { memberId: number; storeId: number; unit: string }

/** A transaction for each member, and keeps when their next credits expire; who is held by somebody is left for later. */
export async function expireCredits({ db, now, log }: Platform): Promise<void> {
  const at = now().toISOString()
  const { rows } = await sql<Due>`
    select member_id, store_id, unit from credit_balances where next_expiry <= ${at}
    order by next_expiry limit 5000`.execute(db)
  for (const due of rows)
    await db
      .transaction()
      .execute((trx) => expireOf(trx, due, at))
      .catch((err: unknown) =>
        log.warn({ err, memberId: due.memberId }, 'Credits could not be expired'),
      )
}

async function expireOf(trx: Connection, { memberId, storeId, unit }: Due, at: string) {
  const { rows: held } = await sql`
    select id from credit_balances where member_id = ${memberId} and unit = ${unit} and next_expiry <= ${at}
    for update skip locked`.execute(trx)
  if (held.length === 0) return
  const lots = await lotsHeld(trx, { memberId, unit })
  const isOver = (lot: Lot) => lot.expiresAt !== null && lot.expiresAt <= at
  await enter(
    trx,
    at,
    lots.filter(isOver).map(({ entry, left }) => ({
      storeId,
      memberId,
      unit,
      type: 'expire',
      amount: -left,
      issuedBy: 'platform',
      reason: creditMessages.expired,
      reference: `#${entry}`,
    })),
  )
  await keepNextExpiry(trx, { memberId, unit })
}

type Balance = Pick<Due, 'memberId' | 'unit'>

async function lotsHeld(trx: Connection, { memberId, unit }: Balance): Promise<Lot[]> {
  const { rows } = await sql<Entered>`
    select id, amount, expires_at, reverses from credit_entries
    where member_id = ${memberId} and unit = ${unit} order by id`.execute(trx)
  return lotsOf(rows)
}

/** Of a balance that is held: when the next of it expires, or should have. */
export async function keepNextExpiry(trx: Connection, balance: Balance): Promise<void> {
  const lots = await lotsHeld(trx, balance)
  const [next = null] = lots.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted()
  await sql`update credit_balances set next_expiry = ${next}
    where member_id = ${balance.memberId} and unit = ${balance.unit}`.execute(trx)
}
