import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getSortableColumns } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { getColumn, buildSortKey } from '#server/platform/core/records/list/columns.ts'
import { getFieldStorage } from '#server/platform/core/records/fieldStorage.ts'
import { getSecretColumns } from '#server/platform/keys/keysInUse.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

type ColumnRow = { name: string; type: string; nullable: boolean }

/** The type of a field's column as PostgreSQL names it. */
const typeOf = (field: Field) =>
  getFieldStorage(field)
    .column.replace(' collate "C"', '')
    .replace('numeric(12, 2)', 'numeric(12,2)')
    .replace('timestamptz(3)', 'timestamp(3) with time zone')

/** Columns of a table that no answer shows. */
const hidden = (table: string) => ['search_text', ...(hiddenOf[table] ?? []), ...alsoOf(table)]
/** What every integration has besides its settings. */
const alsoOf = (table: string) =>
  resources
    .filter(({ name, derived = {} }) => snake(name) === table && 'lastOutcome' in derived)
    .flatMap(({ extraColumns: also = [] }) => also.map(snake))
/** The tables of resources that are rows of one which holds others too: the view has neither keys nor what must be there. */
const viewed: Record<string, string> = {
  log_entries: 'audit',
  platform_log_entries: 'audit',
  credit_liabilities: 'credit_balances',
}
const hiddenOf: Record<string, string[]> = {
  gift_card_setup: ['balances_at'],
  payment_setups: ['works_since'],
  gift_card_templates: ['sent_month'],
  gift_cards: ['tries', 'asked_at', 'asks', 'ended_at', 'looked_at'],
  credit_entries: ['request_id', 'entered_alone_by'],
  member_groups: ['program_set_by'],
  themes: ['settings'],
  theme_versions: ['manifest', 'rollout_job_id'],
  payment_attempts: ['reference'],
  orders: ['member_id'],
  mails: ['claimed_at'],
  incidents: ['key'],
  attention_items: ['subject', 'permission', 'account_ids'],
  users: [
    'store_id',
    's_identifier',
    'password_hash',
    'password_generated',
    'failed_sign_ins',
    'failed_since',
    'known_networks',
    'google_sub',
  ],
  stores: [
    'domain_token',
    'domain_lost_at',
    'domain_asked_at',
    'readiness_checks',
    'refusals',
    'held_status',
    'held_reason',
  ],
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.each(databases)('tables on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db

  describe.each(resources)('$name', (resource) => {
    const table = snake(resource.name)
    const kept = viewed[table] ?? table
    test('holds the columns of the definition and the stamp, and no others', async () => {
      const { rows } = await sql<ColumnRow>`
        select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
        db(),
      )
      const instant = { type: 'timestamp(3) with time zone', nullable: false }
      const expected = [
        { name: 'id', type: kept === 'audit' ? 'bigint' : 'integer', nullable: false },
        ...(resource.appendOnly
          ? []
          : [
              { name: 'version', type: 'integer', nullable: false },
              { name: 'created_at', ...instant },
              { name: 'created_by', type: 'text', nullable: false },
              { name: 'updated_at', ...instant },
              { name: 'updated_by', type: 'text', nullable: false },
            ]),
        ...Object.entries({ ...resource.fields, ...resource.derived }).map(([name, field]) => ({
          name: snake(name),
          type: typeOf(field),
          // Of a secret there is always something to tell: that it is not set.
          nullable:
            !field.required && !Array.isArray(getKind(field).emptyValue) && field.kind !== 'secret',
        })),
        ...getSecretColumns([resource])
          .filter((one) => one.table === resource.name)
          .map(({ sealed }) => ({ name: snake(sealed), type: 'text', nullable: true })),
      ]
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      const besides = [...hidden(table), ...(resource.extraColumns ?? []).map(snake)]
      const shown = rows.filter(({ name }) => !besides.includes(name))
      const known = expected.map((column) => ({
        ...column,
        nullable: kept === table ? column.nullable : true,
      }))
      expect(shown.sort(byName)).toEqual(known.sort(byName))
    })

    test('compares text by code point', async () => {
      const { rows } = await sql<{ collation: string }>`
        select distinct collname as collation from pg_attribute
        join pg_collation on pg_collation.oid = attcollation
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db())
      expect(rows).toEqual([{ collation: 'C' }])
    })

    test('is unique in what the definition says, by the names that refusals look for', async () => {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint
        where conrelid = ${table}::regclass and contype = 'u'`.execute(db())
      const expected = [
        ...resource.unique.map((names) => [resource.name, ...names, 'key'].join('_')),
        ...(resource.name === 'users' ? ['users_google_sub_key'] : []), // Of a column that no field shows.
      ]
      expect(rows.map(({ name }) => name).sort()).toEqual(expected.map(snake).sort())
    })

    test.each(resource.single ? [] : getSortableColumns(resource))(
      'sorts by %s from an index',
      async (name) => {
        const key = buildSortKey(getColumn(resource, name))
        expect(
          await planOf(sql`select id from ${sql.table(resource.name)} order by ${key}, id limit 5`),
        ).toMatch(/Index (Only )?Scan using/)
      },
    )

    // Sums are made of what is found.
    test.skipIf(resource.single || kept === 'credit_balances')(
      'searches in an index of trigrams',
      async () => {
        const found = sql`select * from ${sql.table(kept)} where search_text like ${'%small%'}`
        // The index of a part of what is kept by months is named like its column.
        const isParted = kept === 'audit' || kept === 'credit_entries'
        const index = isParted ? `${kept}_rest_search_text_idx` : `${kept}_search_idx`
        expect(await planOf(found)).toContain(index)
      },
    )
  })

  test('looks through the members in the order of their names along an index that holds what is sought', async () => {
    const next = sql`select id, lower(name), search_text from members order by lower(name), id limit 5`
    expect(await planOf(next)).toContain('Index Only Scan using members_name_sort_idx')
  })

  /** How the database would go about it in a table too large to be read or sorted whole. */
  const planOf = (query: ReturnType<typeof sql>) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        await sql`set local enable_sort = off`.execute(trx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
        return JSON.stringify(rows)
      })

  test('migrations that were made are not made again', async () => {
    const made = () => sql`select * from kysely_migration order by name`.execute(db())
    const before = await made()
    const { migrate } = await import('#server/platform/database/migrations/index.ts')
    await migrate(db())
    expect((await made()).rows).toEqual(before.rows)
    expect(before.rows).not.toHaveLength(0)
  })

  test.each(['update audit set actor = actor', 'delete from audit', 'truncate audit'])(
    'the audit log refuses %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(db())).rejects.toThrow('append-only')
    },
  )
})
