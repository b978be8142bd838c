import { sql } from 'kysely'
import { dayAt } from '#shared/format/dates.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { formatMoney } from '#shared/format/money.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import { enterReady } from './enterRequests.ts'
import { importCredits } from './importCredits.ts'
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
    if (Number(amount) > held) errors['amount'] = creditMessages.tooMuch(formatMoney(held, unit))
  }
  if (typeof expiresOn === 'string') {
    if (type === 'debit') errors['expiresOn'] = creditMessages.neverExpires
    else if (expiresOn < dayAt(now)) errors['expiresOn'] = creditMessages.past
  }
  return errors
}

const consequence: Consequence = {
  wrong: (values, { platform, connection }) => wrong(values, { connection, now: platform.now() }),
  settle: enterReady,
}

export const keptCredits: Kept = {
  ...creditRequests,
  consequence,
  dependents: [],
  importing: importCredits,
}
