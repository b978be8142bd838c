import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** Marks keys whose time is over as of `now` (ISO 8601), before they are read. */
export async function refreshApiKeyStatus(connection: Connection, now: string): Promise<void> {
  await sql`
    update api_keys set status = 'expired', previous_hash = null, rotated_until = null
    where status = 'active' and expires_at <= ${now}`.execute(connection)
  await sql`
    update api_keys set previous_hash = null, rotated_until = null
    where rotated_until <= ${now}`.execute(connection)
}
