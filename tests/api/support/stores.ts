import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import type { Caller } from './calling.ts'

/** Builds a new store with unique values. The other values are a form's defaults. */
export function buildStoreValues(values: Record<string, unknown> = {}): Record<string, unknown> {
  const code = randomUUID()
  return { ...getInitialValues(stores), name: `Store ${code}`, code, subdomain: code, ...values }
}

/** Creates a store and returns its record. */
export const createStore = async (call: Caller, values: Record<string, unknown> = {}) =>
  (await call('POST', '/stores', { body: buildStoreValues(values) })).body

/** Loads the current record. */
export const loadStore = async (call: Caller, id: number) =>
  (await call('GET', `/stores/${id}`)).body

/** Loads the newest entries of the audit log. */
export const loadNewestEntries = async (call: Caller, limit: number) =>
  (await call('GET', `/audit?limit=${limit}`)).body.data

/** Inserts members of a store directly into the database, and returns the ID of their group. */
export async function insertMembers(
  { platform: { db } }: TestPlatform,
  storeId: number,
  count: number,
): Promise<number> {
  const stamp = sql`now(), 'test', now(), 'test'`
  const groups = await sql<{ id: number }>`
    insert into member_groups (store_id, name, type, priority, is_default,
      created_at, created_by, updated_at, updated_by)
    values (${storeId}, 'Everyone', 'manual', 1, true, ${stamp}) returning id`.execute(db)
  const id = groups.rows[0]?.id ?? 0
  await sql`insert into members (store_id, group_id, name, email, active,
      created_at, created_by, updated_at, updated_by)
    select ${storeId}, ${id}, 'Member ' || number, number || '@example.com', true, ${stamp}
    from generate_series(1, ${count}::int) as number`.execute(db)
  return id
}

/** Inserts a theme in this state and returns its ID. */
export async function insertTheme({ platform: { db } }: TestPlatform, status: string) {
  const { rows } = await sql<{ id: number }>`
    insert into themes (name, code, status, created_at, created_by, updated_at, updated_by)
    values (${randomUUID()}, ${randomUUID()}, ${status}, now(), 'test', now(), 'test')
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Inserts a published theme and the store defaults. */
export async function insertStoreDefaults({ platform: { db } }: TestPlatform): Promise<void> {
  const stamp = sql`now(), 'test', now(), 'test'`
  await sql`insert into themes (name, code, status, created_at, created_by, updated_at, updated_by)
    values ('Plain', 'plain', 'published', ${stamp})`.execute(db)
  await sql`insert into store_defaults (default_locale, time_zone, theme_id, primary_colour, text_colour,
      access, support_email, created_at, created_by, updated_at, updated_by)
    select 'en-US', 'UTC', id, '#1e293b', '#ffffff', 'public', 'help@example.com', ${stamp}
    from themes where code = 'plain'`.execute(db)
}
