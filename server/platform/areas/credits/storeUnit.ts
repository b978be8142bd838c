import { sql } from 'kysely'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { points } from '#shared/format/money.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { creditsMessages } from './messages.ts'

/** The unit of a store's credits, for queries that include `stores`. */
export const storeUnitSql = sql<string>`case stores.type when 'points' then ${points} else stores.default_currency end`

/** Rejects a unit other than the store's. */
export async function validateCreditUnit(
  connection: Connection,
  { storeId, unit }: FieldValues,
): Promise<ValidationErrors> {
  if (typeof unit !== 'string') return {}
  const { rows } = await sql<{ own: string }>`
    select ${storeUnitSql} as own from stores where id = ${storeId}`.execute(connection)
  const [store] = rows
  return store && store.own !== unit ? { unit: creditsMessages.otherUnit(store.own) } : {}
}
