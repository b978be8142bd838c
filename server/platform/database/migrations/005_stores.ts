import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addListIndexes,
  instantType,
  createRecordTable,
  notNull,
  textType,
  textListType,
} from './tables.ts'

export const storesTable: Migration = {
  async up(db) {
    await createRecordTable(db, 'organisations')
      .addColumn('name', textType, notNull)
      .addColumn('country', textType)
      .addColumn('contact_email', textType)
      .addColumn('notes', textType)
      .addColumn('stores', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('organisations_name_key', ['name'])
      .execute()
    await addListIndexes(db, 'organisations', {
      text: ['name', 'country', 'contact_email'],
      plain: ['stores'],
      search: ['name'],
    })

    await createRecordTable(db, 'themes')
      .addColumn('name', textType, notNull)
      .addColumn('code', textType, notNull)
      .addColumn('status', textType, notNull)
      .addUniqueConstraint('themes_name_key', ['name'])
      .addUniqueConstraint('themes_code_key', ['code'])
      .execute()
    await addListIndexes(db, 'themes', {
      text: ['name', 'code', 'status'],
      plain: [],
      search: ['name', 'code'],
    })

    await createRecordTable(db, 'store_defaults')
      .addColumn('default_locale', textType, notNull)
      .addColumn('time_zone', textType, notNull)
      .addColumn('theme_id', 'integer', (column) => column.notNull().references('themes.id'))
      .addColumn('primary_colour', textType, notNull)
      .addColumn('text_colour', textType, notNull)
      .addColumn('access', textType, notNull)
      .addColumn('support_email', textType, notNull)
      .execute()

    await createRecordTable(db, 'stores')
      .addColumn('name', textType, notNull)
      .addColumn('code', textType, notNull)
      .addColumn('organisation_id', 'integer', (column) => column.references('organisations.id'))
      .addColumn('type', textType, notNull)
      .addColumn('plan', textType, notNull)
      .addColumn('tags', textListType, (column) => column.notNull().defaultTo('{}'))
      .addColumn('support_email', textType)
      .addColumn('notes', textType)
      .addColumn('subdomain', textType, notNull)
      .addColumn('domain', textType)
      .addColumn('default_locale', textType)
      .addColumn('locales', textListType, (column) => column.notNull().defaultTo('{}'))
      .addColumn('default_currency', textType, notNull)
      .addColumn('currencies', textListType, (column) => column.notNull().defaultTo('{}'))
      .addColumn('time_zone', textType)
      .addColumn('country', textType, notNull)
      .addColumn('theme_id', 'integer', (column) => column.references('themes.id'))
      .addColumn('logo_url', textType)
      .addColumn('primary_colour', textType)
      .addColumn('text_colour', textType)
      .addColumn('access', textType)
      .addColumn('allowed_email_domains', textListType, (column) =>
        column.notNull().defaultTo('{}'),
      )
      .addColumn('admin_name', textType)
      .addColumn('admin_email', textType)
      .addColumn('primary_domain', textType, (column) =>
        column
          .generatedAlwaysAs(sql`coalesce(domain, subdomain)`)
          .stored()
          .notNull(),
      )
      .addColumn('status', textType, (column) => column.notNull().defaultTo('draft'))
      .addColumn('status_reason', textType)
      .addColumn('readiness', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('members', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('orders30d', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failed_payments7d', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('mail_state', textType, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('sign_on_state', textType, (column) =>
        column.notNull().defaultTo('not_configured'),
      )
      .addColumn('payment_state', textType, (column) =>
        column.notNull().defaultTo('not_configured'),
      )
      .addColumn('gift_state', textType, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('print_state', textType, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('failing', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('domain_token', textType, (column) =>
        // What the owner of a domain puts into its DNS to prove it; not a secret, but not to be guessed.
        column.notNull().defaultTo(sql`replace(gen_random_uuid()::text, '-', '')`),
      )
      .addColumn('domain_verified_at', instantType)
      .addColumn('last_activity_at', instantType)
      .addColumn('delete_after', instantType)
      .addUniqueConstraint('stores_code_key', ['code'])
      .addUniqueConstraint('stores_subdomain_key', ['subdomain'])
      .addUniqueConstraint('stores_domain_key', ['domain'])
      .execute()
    await addListIndexes(db, 'stores', {
      text: [
        'name',
        'code',
        'type',
        'plan',
        'support_email',
        'subdomain',
        'domain',
        'default_locale',
        'default_currency',
        'time_zone',
        'country',
        'logo_url',
        'primary_colour',
        'text_colour',
        'access',
        'admin_name',
        'admin_email',
        'primary_domain',
        'status',
        'status_reason',
        'mail_state',
        'sign_on_state',
        'payment_state',
        'gift_state',
        'print_state',
      ],
      plain: [
        'readiness',
        'members',
        'orders30d',
        'failed_payments7d',
        'failing',
        'domain_verified_at',
        'last_activity_at',
        'delete_after',
      ],
      search: ['name', 'code', 'subdomain', 'domain'],
    })
    await sql`create index stores_organisation_id_idx on stores (organisation_id)`.execute(db)
    await sql`create index stores_theme_id_idx on stores (theme_id)`.execute(db)
    await sql`create index stores_tags_idx on stores using gin (tags)`.execute(db)

    await createRecordTable(db, 'member_groups')
      .addColumn('name', textType, notNull)
      .addColumn('store_id', 'integer', (column) =>
        column.notNull().references('stores.id').onDelete('cascade'),
      )
      .addColumn('description', textType)
      .addColumn('type', textType, notNull)
      .addColumn('priority', 'integer', notNull)
      .addColumn('is_default', 'boolean', notNull)
      .addColumn('members', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('member_groups_store_id_name_key', ['store_id', 'name'])
      .execute()
    await addListIndexes(db, 'member_groups', {
      text: ['name', 'type'],
      plain: ['priority', 'is_default', 'members'],
      search: ['name'],
    })

    await sql`alter table members drop constraint members_email_key`.execute(db)
    await sql`alter table members
      add column store_id integer references stores (id) on delete cascade,
      add column group_id integer references member_groups (id) on delete set null,
      add constraint members_store_id_email_key unique (store_id, email)`.execute(db)
    await sql`create index members_store_id_name_idx on members (store_id, lower(name), id)`.execute(
      db,
    )
    await sql`create index members_group_id_idx on members (group_id)`.execute(db)
  },
}
