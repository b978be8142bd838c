import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { classifyDecline } from '#server/platform/areas/payments/charges/classifyDecline.ts'
import { addColumnIndexes } from './tables.ts'

/**
 * Who has to act on a failed payment, and since when a payment setup has worked: failures of an earlier time that were its
 * fault can be retried.
 */
export const attemptActors: Migration = {
  async up(db) {
    await sql`alter table payment_attempts
      add column actor text collate "C" not null default 'operator'`.execute(db)
    const { rows } = await sql<{ gateway: string; code: string }>`
      select distinct gateway, raw_code as code from payment_attempts`.execute(db)
    const actors = rows.map(({ gateway, code }) => ({
      gateway,
      code,
      // The column holds no other gateway.
      actor: classifyDecline(gateway as never, { code }).actor,
    }))
    await sql`update payment_attempts set actor = known.actor
      from jsonb_to_recordset(${JSON.stringify(actors)}::jsonb) as known (gateway text, code text, actor text)
      where payment_attempts.gateway = known.gateway and raw_code = known.code
        and known.actor <> 'operator'`.execute(db)
    await addColumnIndexes(db, 'payment_attempts', [{ column: 'actor', kind: 'select' }])
    await sql`alter table payment_setups add column works_since timestamptz(3)`.execute(db)
    // Found by store whenever a setup changes.
    await sql`create index payment_attempts_setup_failures_idx on payment_attempts (store_id, attempted_at)
      where reason = 'configuration' and status <> 'recovered'`.execute(db)
  },
}
