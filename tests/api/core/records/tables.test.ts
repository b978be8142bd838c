import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getField, getSortableColumns } from '#shared/engine/resource.ts'
import { requireResource } from '#shared/engine/resourceRegistry.ts'
import { resources } from '#shared/areas/index.ts'
import { getColumn, buildSortKey } from '#server/platform/core/records/list/columns.ts'
import { getFieldStorage } from '#server/platform/core/records/fieldStorage.ts'
import { getSecretColumns } from '#server/platform/keys/keysInUse.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

type ColumnRow = { name: string; type: string; nullable: boolean }

/** Returns the type of a field's column the way PostgreSQL names it. */
const getColumnType = (field: Field) =>
  getFieldStorage(field)
    .column.replace(' collate "C"', '')
    .replace('numeric(12, 2)', 'numeric(12,2)')
    .replace('timestamptz(3)', 'timestamp(3) with time zone')

/** Returns the columns of a table that no response shows. */
const getHiddenColumns = (table: string) => [
  'search_text',
  ...(hiddenColumns[table] ?? []),
  ...getIntegrationColumns(table),
]
/** Returns the columns of an integration that aren't settings. */
const getIntegrationColumns = (table: string) =>
  resources
    .filter(({ name, derived = {} }) => toSnakeCase(name) === table && 'lastOutcome' in derived)
    .flatMap(({ api: { extraColumns: also = [] } }) => also.map(toSnakeCase))
/** Views and the tables they read: a view has no keys and no required columns. */
const tablesByView: Record<string, string> = {
  log_entries: 'audit',
  platform_log_entries: 'audit',
  credit_liabilities: 'credit_balances',
}
const hiddenColumns: Record<string, string[]> = {
  second_factor_policies: ['demanded_since'],
  gift_card_setup: ['balances_at'],
  payment_setups: ['works_since'],
  gift_card_templates: ['sent_month'],
  gift_cards: [
    'tries',
    'asked_at',
    'asks',
    'ended_at',
    'looked_at',
    'link_state',
    'link_changed_at',
    'link_checked_at',
  ],
  credit_entries: ['request_id', 'entered_alone_by'],
  log_entries: ['stored_changes', 'is_erased'],
  platform_log_entries: ['stored_changes', 'is_erased'],
  member_groups: ['program_set_by'],
  themes: ['settings'],
  theme_versions: [
    'guard',
    'guard_percent',
    'manifest',
    'rollout_changed_at',
    'rollout_job_id',
    'rollout_rise',
    'rollout_started_at',
  ],
  members: [
    'suspended_at',
    'suspended_by',
    'suspended_reason',
    'status_changed_at',
    'status_changed_by',
    'status_reason',
  ],
  scheduled_changes: [
    'fields',
    'permission',
    'needs',
    'job_id',
    'undo_job_id',
    'notified_at',
    'announced_starts_at',
    'announced_ends_at',
  ],
  payment_attempts: ['reference'],
  disputes: ['changed_at', 'charge_id', 'setup_id'],
  payment_refunds: [
    'key',
    'retry_of',
    'entry_id',
    'entered_alone_by',
    'sent_at',
    'next_look_at',
    'looks',
  ],
  mails: ['about_id', 'about_resource', 'claimed_at', 'gift_card_id'],
  incidents: ['key'],
  attention_items: ['subject', 'permission', 'account_ids', 'notice_days', 'waiting_since'],
  deadlines: ['subject', 'permission', 'account_ids'],
  api_keys: ['hash', 'previous_hash'],
  alert_channels: ['next_message_at'],
  alert_deliveries: [
    'subject',
    'permission',
    'detail',
    'fix',
    'message_key',
    'batch',
    'thread_id',
    'notified_ids',
  ],
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

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.each(databases)('Tables on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db

  describe.each(resources)('$name', (resource) => {
    const table = toSnakeCase(resource.name)
    const baseTable = tablesByView[table] ?? table
    test('has the columns of the definition and the record metadata, and no others', async () => {
      const { rows } = await sql<ColumnRow>`
        select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
        db(),
      )
      const instant = { type: 'timestamp(3) with time zone', nullable: false }
      const expected = [
        { name: 'id', type: baseTable === 'audit' ? 'bigint' : 'integer', nullable: false },
        ...(resource.api.appendOnly
          ? []
          : [
              { name: 'version', type: 'integer', nullable: false },
              { name: 'created_at', ...instant },
              { name: 'created_by', type: 'text', nullable: false },
              { name: 'updated_at', ...instant },
              { name: 'updated_by', type: 'text', nullable: false },
            ]),
        ...Object.entries({ ...resource.fields, ...resource.derived }).map(([name, field]) => ({
          name: toSnakeCase(name),
          type: getColumnType(field),
          // A secret is always stored: as not set if it has no value.
          nullable:
            !field.required && !Array.isArray(getKind(field).emptyValue) && field.kind !== 'secret',
        })),
        ...getSecretColumns()
          .filter((one) => one.table === resource.name)
          .map(({ sealed }) => ({ name: toSnakeCase(sealed), type: 'text', nullable: true })),
      ]
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      const otherColumns = [
        ...getHiddenColumns(table),
        ...(resource.api.extraColumns ?? []).map(toSnakeCase),
      ]
      const visibleColumns = rows.filter(({ name }) => !otherColumns.includes(name))
      const expectedColumns = expected.map((column) => ({
        ...column,
        nullable: baseTable === table ? column.nullable : true,
      }))
      expect(visibleColumns.sort(byName)).toEqual(expectedColumns.sort(byName))
    })

    test('compares text by code point', async () => {
      const { rows } = await sql<{ collation: string }>`
        select distinct collname as collation from pg_attribute
        join pg_collation on pg_collation.oid = attcollation
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db())
      expect(rows).toEqual([{ collation: 'C' }])
    })

    test('has the unique constraints of the definition, with the names that error handling expects', async () => {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint
        where conrelid = ${table}::regclass and contype = 'u'`.execute(db())
      const expected = [
        ...resource.api.unique.map((names) => [resource.name, ...names, 'key'].join('_')),
        ...(resource.name === 'users' ? ['users_google_sub_key'] : []), // Its column has no field.
      ]
      expect(rows.map(({ name }) => name).sort()).toEqual(expected.map(toSnakeCase).sort())
    })

    test.each(resource.api.single ? [] : getSortableColumns(resource))(
      'sorts by %s from an index',
      async (name) => {
        const key = buildSortKey(getColumn(resource, name))
        expect(
          await explainQuery(
            sql`select id from ${sql.table(resource.name)} order by ${key}, id limit 5`,
          ),
        ).toMatch(/Index (Only )?Scan using/)
      },
    )

    const sortedReferences = getSortableColumns(resource).filter(
      (name) => resource.fields[name]?.kind === 'reference',
    )
    test.skipIf(resource.api.single || sortedReferences.length === 0)(
      'sorts by references that always exist, and have a required label',
      async () => {
        const { rows } = await sql<{ name: string }>`
          select attname as name from pg_constraint
          join pg_attribute on attrelid = conrelid and attnum = any(conkey)
          where conrelid = ${baseTable}::regclass and contype = 'f'`.execute(db())
        const names = rows.map(({ name }) => name)
        for (const name of sortedReferences) {
          expect(names).toContain(toSnakeCase(name))
          const target = requireResource(resource.fields[name]?.target?.name ?? '')
          expect(getField(target, target.relations.label)).toMatchObject({
            kind: 'text',
            required: true,
          })
        }
      },
    )

    // Credit liabilities are sums, so their search runs on other rows.
    test.skipIf(resource.api.single || baseTable === 'credit_balances')(
      'searches with a trigram index',
      async () => {
        const searchQuery = sql`select * from ${sql.table(baseTable)} where search_text like ${'%small%'}`
        // The index of a month partition is named after its column.
        const isPartitioned = ['audit', 'credit_entries', 'mails', 'payment_attempts'].includes(
          baseTable,
        )
        const index = isPartitioned
          ? `${baseTable}_rest_search_text_idx`
          : `${baseTable}_search_idx`
        expect(await explainQuery(searchQuery)).toContain(index)
      },
    )
  })

  test('lists members by name from an index that includes the search text', async () => {
    const nextPage = sql`select id, lower(name), search_text from members order by lower(name), id limit 5`
    expect(await explainQuery(nextPage)).toContain('Index Only Scan using members_name_sort_idx')
  })

  /** Returns the query plan for a table too large to read or sort in full. */
  const explainQuery = (query: ReturnType<typeof sql>) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        await sql`set local enable_sort = off`.execute(trx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
        return JSON.stringify(rows)
      })

  test('migrations run only once', async () => {
    const loadMigrations = () => sql`select * from kysely_migration order by name`.execute(db())
    const before = await loadMigrations()
    const { migrate } = await import('#server/platform/database/migrate.ts')
    await migrate(db())
    expect((await loadMigrations()).rows).toEqual(before.rows)
    expect(before.rows).not.toHaveLength(0)
  })

  test.each(['update audit set actor = actor', 'delete from audit', 'truncate audit'])(
    'the audit log rejects %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(db())).rejects.toThrow('append-only')
    },
  )
})
