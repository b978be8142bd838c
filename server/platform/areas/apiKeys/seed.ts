import { sql } from 'kysely'
import { operatorIdentifier } from '#shared/engine/user.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'

const dayMs = 86_400_000

const keyRows = [
  {
    name: 'Warehouse sync',
    kind: 'service',
    permissions: ['dashboardRead:read', 'payments:read', 'Sizes:read', 'Sizes:write'],
    networks: ['192.0.2.0/24'],
    expiresInDays: 240,
  },
  {
    name: 'Monthly report',
    kind: 'personal',
    permissions: ['ordersRead:read', 'ordersRead:export'],
    networks: [],
    expiresInDays: 120,
  },
]

/**
 * Inserts keys of the first operator, dated like that account. Their hashes belong to no key text, so
 * they can't be used.
 */
export async function insertApiKeys({ trx, now, author }: SeedContext): Promise<void> {
  for (const { expiresInDays, ...key } of keyRows) {
    const expiresAt = new Date(now.getTime() + expiresInDays * dayMs).toISOString()
    await sql`
      insert into api_keys (name, kind, owner_id, hash, suffix, permissions, store_ids, networks, expires_at, status,
        created_at, created_by, updated_at, updated_by)
      select ${key.name}, ${key.kind}, id, ${`demo ${key.name}`}, 'demo', ${key.permissions}::text[], '{}',
        ${key.networks}::text[], ${expiresAt}, 'active', created_at, ${author}, created_at, ${author}
      from users where s_identifier = ${operatorIdentifier} order by id limit 1`.execute(trx)
  }
}
