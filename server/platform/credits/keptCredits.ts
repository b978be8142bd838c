import { sql } from 'kysely'
import { needsSecond } from '#shared/credits/approval.ts'
import { dayAt } from '#shared/dates.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'
import { creditRequests } from '#shared/resources/creditRequests.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'
import type { Consequence, Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import { enter, entryOf, inUnit } from './enter.ts'
import { importCredits } from './importCredits.ts'
import { limitsFor } from './limits.ts'
import { creditMessages } from './messages.ts'
import { wrongUnit } from './storeUnit.ts'

/** What this platform knows to be wrong with a request; whether the balance still has it is asked again when it is entered. */
async function wrong(
  { type, storeId, memberId, amount, unit, expiresOn }: Values,
  { connection, now }: { connection: Connection; now: Date },
): Promise<FieldErrors> {
  const errors = await wrongUnit(connection, { storeId, unit })
  if (type === 'debit' && typeof unit === 'string' && !errors['unit']) {
    const { rows } = await sql<{ balance: number }>`select balance from credit_balances
      where member_id = ${memberId} and unit = ${unit}`.execute(connection)
    const held = Number(rows[0]?.balance ?? 0)
    if (Number(amount) > held) errors['amount'] = creditMessages.tooMuch(inUnit(held, unit))
  }
  if (typeof expiresOn === 'string') {
    if (type === 'debit') errors['expiresOn'] = creditMessages.neverExpires
    else if (expiresOn < dayAt(now)) errors['expiresOn'] = creditMessages.past
  }
  return errors
}

const consequence: Consequence = {
  wrong: (values, { platform, connection }) => wrong(values, { connection, now: platform.now() }),
  /** What needs nobody else is entered at once. */
  async settle({ trx, now, caller }, records) {
    const alone = await limitsFor(trx, caller)
    const ready = records.filter(
      ({ amount, unit, state }) =>
        state === 'waiting' && !needsSecond(Number(amount), String(unit), alone),
    )
    const entries = ready.map(entryOf)
    const ids = await enter(trx, now, entries)
    for (const [entry, entryId] of ids)
      await recordTables(trx)
        .updateTable(creditRequests.name)
        .set({ state: 'posted', entryId })
        .where('id', '=', entry.requestId ?? 0)
        .execute()
  },
}

export const keptCredits: Kept = {
  ...creditRequests,
  consequence,
  dependents: [],
  importing: importCredits,
}
