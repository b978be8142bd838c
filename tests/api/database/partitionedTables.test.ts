import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMonthPartitions } from '#server/platform/database/monthPartitions.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/index.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { databases } from '#tests/api/support/databases.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'

const now = () => new Date('2026-03-15T12:00:00Z')
const months = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-03-02T00:00:00Z']

/** Inserts rows into the tables as they were before they were partitioned. */
async function insertOldRows(db: Kysely<Database>): Promise<void> {
  const stamp = sql`now(), 'x', now(), 'x'`
  await sql`insert into payment_setups (name, methods, currencies, countries, retry_funds, retry_errors,
      provider, capture, store_ids, created_at, created_by, updated_at, updated_by)
    select name, '{}', '{}', '{}', '{}', '{}', 'stripe', 'automatic', '{}', ${stamp}
    from unnest(array['First', 'Second']) as name`.execute(db)
  await sql`insert into printful_setup (name, level, order_mode, store_map, limit_per_minute,
      created_at, created_by, updated_at, updated_by)
    values ('Prints', 'account', 'draft', '{}', 60, ${stamp})`.execute(db)
  await sql`insert into smtp_settings (name, host, from_address, scope, preset, security, auth, port,
      verify_certificate, paused, created_at, created_by, updated_at, updated_by)
    values ('Mail', 'mail.example.com', 'x@example.com', 'platform', 'custom', 'tls', 'none', 465,
      true, false, ${stamp})`.execute(db)
  for (const [index, at] of months.entries()) {
    await sql`insert into payment_events (setup_id, event_id, kind, mode, received_at, body)
      select setup, ${`event ${index}`}, 'x', 'live', ${at}, '{}' from unnest(array[1, 2]) as setup`.execute(
      db,
    )
    await sql`insert into printful_events (setup_id, event_id, kind, received_at, theirs, body)
      values (1, ${`event ${index}`}, 'x', ${at}, 1, '{}')`.execute(db)
  }
  await sql`insert into mails (time, kind, recipient, subject, smtp_settings_id)
    select at, 'test', 'ann@example.com', 'Order', 1 from unnest(${months}::timestamptz[]) as at`.execute(
    db,
  )
  await sql`insert into stores (name, code, subdomain, type, plan, default_currency, country,
      created_at, created_by, updated_at, updated_by)
    values ('Acme', 'acme', 'acme', 'retail', 'growth', 'EUR', 'DE', ${stamp})`.execute(db)
  await sql`insert into orders (store_id, placed_at, amount, currency, status)
    values (1, ${months[0]}, 100, 'EUR', 'cancelled'), (1, ${months[2]}, 100, 'EUR', 'cancelled')`.execute(
    db,
  )
  await sql`insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway,
      attempt, reason, raw_code, status, reference)
    select 1, (array[1, 1, 2])[number], at, 100, 'EUR', 'stripe', (array[1, 2, 1])[number], 'funds', 'x',
      'dismissed', 'pi_' || number
    from unnest(${months}::timestamptz[]) with ordinality as month (at, number)`.execute(db)
  await sql`insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency,
      started_at, started_by, state)
    values (1, 1, 1, 'first', 'stripe', 100, 'EUR', now(), 'x', 'failed'),
      (1, 2, 3, 'second', 'stripe', 100, 'EUR', now(), 'x', 'failed')`.execute(db)
  // The ID of a deleted row isn't used again.
  await sql`delete from printful_events where id = 3`.execute(db)
}

describe.each(databases)('Tables that became partitioned, on $name', ({ name }) => {
  let database: OpenDatabase
  const db = () => database.db
  const describeTable = async (table: string) => {
    const { rows } = await sql<{ line: string }>`
      select pg_get_constraintdef(oid) as line from pg_constraint
      where conrelid = ${table}::regclass and contype <> 'n'
      union all select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') from pg_index
      where indrelid = ${table}::regclass
      union all select concat_ws(' ', column_name, data_type, is_nullable, column_default)
      from information_schema.columns where table_name = ${table} and column_name <> 'id'
      order by 1`.execute(db())
    return rows.map(({ line }) => line)
  }
  const loadTriggers = async () => {
    const { rows } = await sql<{ line: string }>`
      select pg_get_triggerdef(oid) as line from pg_trigger
      where tgrelid = 'payment_attempts'::regclass and not tgisinternal order by tgname`.execute(
      db(),
    )
    return rows.map(({ line }) => line)
  }
  const tables = ['mails', 'payment_attempts', 'payment_events', 'printful_events']
  const before: Record<string, string[]> = {}
  let triggersBefore: string[] = []

  beforeAll(async () => {
    database =
      name === 'PGlite'
        ? await openEmbeddedDatabase({})
        : await openServerDatabase(await createDatabase(), () => {})
    const all = Object.fromEntries(Object.entries(migrations).filter(([key]) => key < '0057'))
    await migrate(db(), { all })
    await insertOldRows(db())
    for (const table of tables) before[table] = await describeTable(table)
    triggersBefore = await loadTriggers()
    await migrate(db())
  })
  afterAll(() => database.close())

  const loadIds = async (table: string) => {
    const { rows } = await sql<{ id: number; month: string }>`
      select id::int, tableoid::regclass::text as month from ${sql.table(table)} order by id`.execute(
      db(),
    )
    return rows
  }

  test('keep their columns, indexes, and references', async () => {
    const isKey = (line: string) =>
      /^(PRIMARY KEY|UNIQUE)|UNIQUE INDEX|_last_idx|_body_idx/.test(line) ||
      /payment_attempts_(due|member_sort|order_id|reference_text)_idx/.test(line)
    for (const table of tables) {
      const after = await describeTable(table)
      expect(after.filter((line) => !isKey(line))).toEqual(
        before[table]?.filter((line) => !isKey(line)),
      )
      const { rows } = await sql`
        select relname from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = ${`${table}_rest`}::regclass
          and not exists (select from pg_inherits where inhrelid = indexrelid)`.execute(db())
      expect(rows).toEqual([])
    }
  })

  test('keep their rows, which move to their months', async () => {
    for (const table of tables)
      expect((await loadIds(table)).map(({ month }) => month)).not.toContain(`${table}_2026_01`)
    await createMonthPartitions({ db: db(), now })
    expect(await loadIds('payment_events')).toEqual(
      ['2025_12', '2025_12', '2026_01', '2026_01', '2026_03', '2026_03'].map((month, index) => ({
        id: index + 1,
        month: `payment_events_${month}`,
      })),
    )
    expect(await loadIds('mails')).toEqual(
      ['2025_12', '2026_01', '2026_03'].map((month, index) => ({
        id: index + 1,
        month: `mails_${month}`,
      })),
    )
    const { rows } =
      await sql`select search_text from mails where search_text like '%ZQorder%'`.execute(db())
    expect(rows).toHaveLength(3)
    expect(await loadIds('printful_events')).toEqual([
      { id: 1, month: 'printful_events_2025_12' },
      { id: 2, month: 'printful_events_2026_01' },
    ])
    expect(await loadIds('payment_attempts')).toEqual(
      ['2025_12', '2026_01', '2026_03'].map((month, index) => ({
        id: index + 1,
        month: `payment_attempts_${month}`,
      })),
    )
  })

  test('keep their triggers', async () => {
    const after = await loadTriggers()
    expect(after.filter((line) => !line.includes('attempt_keys'))).toEqual(
      triggersBefore.filter((line) => !line.includes('removed_from_search')),
    )
    expect(after).toHaveLength(triggersBefore.length + 2)
  })

  test('continue their IDs', async () => {
    const { rows } =
      await sql`insert into printful_events (setup_id, event_id, kind, received_at, theirs, body)
      values (1, 'another', 'x', ${now()}, 1, '{}') returning id::int`.execute(db())
    expect(rows).toEqual([{ id: 4 }])
  })

  test('have a key for each event that was received, until its setup is deleted', async () => {
    const loadKeys = async () =>
      (
        await sql<{ key: string }>`
          select setup_id || ' ' || event_id as key from payment_event_keys order by 1`.execute(
          db(),
        )
      ).rows.map(({ key }) => key)
    const keys = [1, 2].flatMap((setup) => [0, 1, 2].map((event) => `${setup} event ${event}`))
    expect(await loadKeys()).toEqual(keys)
    await sql`delete from payment_setups where id = 1`.execute(db())
    expect(await loadKeys()).toEqual(keys.slice(3))
    expect((await loadIds('payment_events')).map(({ id }) => id)).toEqual([2, 4, 6])
  })

  test('have a key for each failed payment, to which its charges refer', async () => {
    const loadKeys = async () =>
      (
        await sql`select id::int, order_id, attempt, reference,
            (select key from payment_charges where attempt_id = keys.id) as charge
          from payment_attempt_keys as keys order by id`.execute(db())
      ).rows
    const keys = [
      { id: 1, orderId: 1, attempt: 1, reference: 'pi_1', charge: 'first' },
      { id: 2, orderId: 1, attempt: 2, reference: 'pi_2', charge: null },
      { id: 3, orderId: 2, attempt: 1, reference: 'pi_3', charge: 'second' },
    ]
    expect(await loadKeys()).toEqual(keys)
    const insert = (reference: string) =>
      sql`insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway,
          attempt, reason, raw_code, status, reference)
        values (1, 2, ${now()}, 100, 'EUR', 'stripe', 2, 'funds', 'x', 'open', ${reference})
        returning id::int`.execute(db())
    // The same reference in another month.
    await expect(insert('pi_1')).rejects.toThrow('payment_attempt_keys_reference_idx')
    const { rows } = await insert('pi_4')
    const newId = (rows[0] as { id: number }).id
    await sql`update payment_attempts set reference = 'pi_5' where id = ${newId}`.execute(db())
    expect((await loadKeys()).slice(3)).toEqual([
      { id: newId, orderId: 2, attempt: 2, reference: 'pi_5', charge: null },
    ])
    await sql`delete from payment_attempts where id = ${newId}`.execute(db())
    expect(await loadKeys()).toEqual(keys)
    await sql`delete from orders where id = 1`.execute(db())
    expect(await loadKeys()).toEqual(keys.slice(2))
    expect((await loadIds('payment_attempts')).map(({ id }) => id)).toEqual([3])
    const { rows: found } = await sql`select source_id::int as id from search_entries
      where source = 'payment_attempts'`.execute(db())
    expect(found).toEqual([{ id: 3 }])
  })

  test('follow the records that they refer to, in every month', async () => {
    await sql`delete from smtp_settings`.execute(db())
    const { rows } = await sql`select distinct smtp_settings_id from mails`.execute(db())
    expect(rows).toEqual([{ smtpSettingsId: null }])
  })
})
