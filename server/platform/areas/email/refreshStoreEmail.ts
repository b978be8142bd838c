import { sql } from 'kysely'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** The setting that sends a store's emails: its own, otherwise the platform's default. */
const servedStoresSql = sql`
  select stores.id as store_id, settings.id as settings_id, settings.state, settings.problem, settings.last_test_at
  from stores left join smtp_settings as settings on settings.id = coalesce(
    stores.smtp_settings_id, (select id from smtp_settings where scope = 'platform'))`

/**
 * Saves the state of the setting that sends for each store. Stores in `storeIds` without a setting
 * lose their email integration.
 */
export async function refreshStoreEmail(connection: Connection, storeIds: StoreIds): Promise<void> {
  await sql`
    insert into integrations (store_id, kind, state, message, checked_at)
    select store_id, 'mail', state, case when state = 'degraded' then problem end, last_test_at
    from (${servedStoresSql}) as served where settings_id is not null and ${matchesIds('storeId', storeIds)}
    on conflict (store_id, kind) do update
      set state = excluded.state, message = excluded.message, checked_at = excluded.checked_at
      where (integrations.state, integrations.message) is distinct from (excluded.state, excluded.message)`.execute(
    connection,
  )
  if (storeIds === null) return
  await sql`
    delete from integrations using (${servedStoresSql}) as served
    where integrations.store_id = served.store_id and kind = 'mail' and settings_id is null
      and ${matchesIds('served.storeId', storeIds)} and exists (select from smtp_settings)`.execute(
    connection,
  )
}
