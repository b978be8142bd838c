import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Item } from './item.ts'
import { alertMessages } from './messages.ts'

type Unready = { id: number; name: string; readiness: number; missing: ReadinessKey[] }

/**
 * Stores that members use and that are not ready: what several of them lack is one item, the rest is told a store. What fails there
 * is told by itself.
 */
export async function unreadyStores(trx: Connection): Promise<Item[]> {
  const { rows } = await sql<Unready>`
    select id, name, readiness, missing from stores
    where missing <> '{}' and status = 'active' and delete_after is null order by id`.execute(trx)
  const lacking = Map.groupBy(
    rows.flatMap(({ id, missing }) => missing.map((key) => ({ key, id }))),
    ({ key }) => key,
  )
  const shared = [...lacking].filter(([, those]) => those.length > 1)
  const isShared = new Set(shared.map(([key]) => key))
  return [
    ...shared.map(([key, those]) =>
      ofMany(
        key,
        those.map(({ id }) => id),
      ),
    ),
    ...rows.flatMap((store) => {
      const missing = store.missing.filter((key) => !isShared.has(key))
      return missing.length === 0 ? [] : [ofOne({ ...store, missing })]
    }),
  ]
}

/** The stores are told by `storeIds` alone: an account may be for some of them. */
const ofMany = (key: ReadinessKey, storeIds: number[]): Item => ({
  subject: `readiness/${key}`,
  kind: 'readiness',
  permission: stores.permission,
  title: alertMessages.missing[key],
  detail: null,
  storeIds,
  rank: 300 + Math.min(storeIds.length, 99),
  fix: `/stores?filter[missing][has]=${key}&filter[status][eq]=active&filter[held][eq]=0`,
})

const ofOne = ({ id, name, readiness, missing }: Unready): Item => ({
  subject: `readiness/${id}`,
  kind: 'readiness',
  permission: stores.permission,
  title: alertMessages.storeNotReady(name, missing),
  detail: alertMessages.storeReadiness(readiness),
  storeIds: [id],
  rank: 200 + (100 - readiness),
  fix: `/stores/${id}#readiness`,
})
