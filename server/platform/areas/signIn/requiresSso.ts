import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Whether an account can't use its password: a store that it administers requires SSO, and it isn't
 * the break-glass account.
 */
export async function requiresSso(connection: Connection, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users join admin_sign_ons on admin_sign_ons.store_id = any(users.store_ids)
    where users.id = ${userId} and users.kind = 'store_admin' and enforcement = 'required'
      and state in ('active', 'degraded') and break_glass_id is distinct from users.id
    limit 1`.execute(connection)
  return rows.length > 0
}
