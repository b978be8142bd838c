import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { alertMessages } from './messages.ts'

type UnreadyStore = { id: number; name: string; readiness: number; missing: ReadinessKey[] }

/**
 * Finds active stores that aren't ready. A gap that several stores share is one alert; other gaps
 * are one alert per store. Failing integrations have their own alerts.
 */
export async function findReadinessAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<UnreadyStore>`
    select id, name, readiness, missing from stores
    where missing <> '{}' and status = 'active' and delete_after is null order by id`.execute(trx)
  const gapsByKey = Map.groupBy(
    rows.flatMap(({ id, missing }) => missing.map((key) => ({ key, id }))),
    ({ key }) => key,
  )
  const shared = [...gapsByKey].filter(([, gaps]) => gaps.length > 1)
  const isShared = new Set(shared.map(([key]) => key))
  return [
    ...shared.map(([key, gaps]) =>
      toSharedReadinessAlert(
        key,
        gaps.map(({ id }) => id),
      ),
    ),
    ...rows.flatMap((store) => {
      const missing = store.missing.filter((key) => !isShared.has(key))
      return missing.length === 0 ? [] : [toStoreReadinessAlert({ ...store, missing })]
    }),
  ]
}

/**
 * The title names no store, because an account may see only some of them: `storeIds` has the
 * stores.
 */
const toSharedReadinessAlert = (key: ReadinessKey, storeIds: number[]): Alert => ({
  subject: `readiness/${key}`,
  kind: 'readiness',
  permission: stores.permission,
  title: alertMessages.missing[key],
  detail: null,
  storeIds,
  rank: 300 + Math.min(storeIds.length, 99),
  fix: `/stores?filter[missing][has]=${key}&filter[status][eq]=active&filter[held][eq]=0`,
})

const toStoreReadinessAlert = ({ id, name, readiness, missing }: UnreadyStore): Alert => ({
  subject: `readiness/${id}`,
  kind: 'readiness',
  permission: stores.permission,
  title: alertMessages.storeNotReady(name, missing),
  detail: alertMessages.storeReadiness(readiness),
  storeIds: [id],
  rank: 200 + (100 - readiness),
  fix: `/stores/${id}#readiness`,
})
