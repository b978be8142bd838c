import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getIntegrations } from '../core/integrations/integrationRegistry.ts'
import { saveExpirations } from '../core/integrations/integrationHooks.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Saves when each setup's credentials expire, so that operators get an alert in time. */
export async function insertSetupExpirations(trx: Transaction<Database>): Promise<void> {
  for (const integration of getIntegrations()) {
    if (!integration.getExpirations) continue
    const { rows } = await sql<AnyRecord>`
      select * from ${sql.table(integration.resource.name)} where state <> 'draft' order by id`.execute(
      trx,
    )
    for (const record of rows) await saveExpirations(integration, { trx }, record)
  }
}
