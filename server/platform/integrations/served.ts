import { sql } from 'kysely'
import { sameValue } from '#shared/engine/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import type { Untold } from '../records/settled.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'
import type { Integration } from './integration.ts'
import { asKept, tellStores } from './keepStanding.ts'

/** Tells the stores that a change of the settings took from an integration or gave it; `serves.by` names the field. */
export async function tellServed(
  integration: Integration,
  { trx, now }: Pick<Work, 'trx' | 'now'>,
  { record, before }: { record: AnyRecord; before: AnyRecord | undefined },
): Promise<void> {
  const by = integration.serves?.by
  if (!before || !by || sameValue(before[by], record[by])) return
  const told = { now, sentence: null }
  await tellStores(trx, integration, { ...asKept(before), state: 'not_configured' }, told)
  await tellStores(trx, integration, asKept(record), told)
}

/** The stores that an integration in use serves, before its change or after it; its name alone reaches none. */
export const reachOfServed =
  ({ resource, serves }: Integration) =>
  async (
    trx: Connection,
    changed: readonly string[],
    id: number,
  ): Promise<() => Promise<Untold>> => {
    const isNamed = changed.every((name) => name === 'name')
    const count = async () => {
      const record = await recordTables(trx)
        .selectFrom(resource.name)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      if (isNamed || !serves || !record || !isUsed(record['state'])) return 0
      // All columns of its table were read.
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (${serves.stores(record as AnyRecord)}) as served`.execute(
        trx,
      )
      return rows[0]?.count ?? 0
    }
    const before = await count()
    return async () => ({ reaches: Math.max(before, await count()), own: 0, worse: [] })
  }

const isUsed = (state: unknown) => state === 'active' || state === 'degraded'
