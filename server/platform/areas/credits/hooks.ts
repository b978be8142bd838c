import { sql } from 'kysely'
import { toDay } from '#shared/format/dates.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { postReadyRequests } from './postCreditRequests.ts'
import { creditsMessages } from './messages.ts'
import { validateCreditUnit } from './storeUnit.ts'

/**
 * Validates a request against what is known now. The balance is checked again when the request is
 * posted.
 */
async function validateCreditRequest(
  { type, storeId, memberId, amount, unit, expiresOn }: FieldValues,
  { connection, now }: { connection: Connection; now: Date },
): Promise<ValidationErrors> {
  const errors = await validateCreditUnit(connection, { storeId, unit })
  if (type === 'debit' && typeof unit === 'string' && !errors['unit']) {
    const { rows } = await sql<{ balance: number }>`select balance from credit_balances
      where member_id = ${memberId} and unit = ${unit}`.execute(connection)
    const balance = Number(rows[0]?.balance ?? 0)
    if (Number(amount) > balance)
      errors['amount'] = creditsMessages.tooMuch(formatMoney(balance, unit))
  }
  if (typeof expiresOn === 'string') {
    if (type === 'debit') errors['expiresOn'] = creditsMessages.neverExpires
    else if (expiresOn < toDay(now)) errors['expiresOn'] = creditsMessages.past
  }
  return errors
}

export const creditRequestHooks: ResourceHooks = {
  validate: (values, { platform, connection }) =>
    validateCreditRequest(values, { connection, now: platform.now() }),
  afterWrite: postReadyRequests,
}
