import { sql } from 'kysely'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { points } from '#shared/format/money.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { creditMessages } from './messages.ts'

/** What a store counts credits in; for queries that hold `stores`. */
export const storeUnit = sql<string>`case stores.type when 'points' then ${points} else stores.default_currency end`

/** What is wrong with a unit that a store is to give credits in. */
export async function wrongUnit(
  connection: Connection,
  { storeId, unit }: Values,
): Promise<FieldErrors> {
  if (typeof unit !== 'string') return {}
  const { rows } = await sql<{ own: string }>`
    select ${storeUnit} as own from stores where id = ${storeId}`.execute(connection)
  const [store] = rows
  return store && store.own !== unit ? { unit: creditMessages.otherUnit(store.own) } : {}
}
