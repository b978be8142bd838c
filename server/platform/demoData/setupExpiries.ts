import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { integrations } from '../areas/integrations.ts'
import { keepExpiries } from '../core/integrations/kept.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Keeps what of each setup ends, so that operators are told in time. */
export async function insertExpiries(trx: Transaction<Database>): Promise<void> {
  for (const integration of integrations) {
    if (!integration.expires) continue
    const { rows } = await sql<AnyRecord>`
      select * from ${sql.table(integration.resource.name)} where state <> 'draft' order by id`.execute(
      trx,
    )
    for (const record of rows) await keepExpiries(integration, { trx }, record)
  }
}
