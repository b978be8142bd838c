import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addListIndexes, instant, recordTable, required, text, textList } from './tables.ts'

export const stores: Migration = {
  async up(db) {
    await recordTable(db, 'organisations')
      .addColumn('name', text, required)
      .addColumn('country', text)
      .addColumn('contact_email', text)
      .addColumn('notes', text)
      .addColumn('stores', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('organisations_name_key', ['name'])
      .execute()
    await addListIndexes(db, 'organisations', {
      text: ['name', 'country', 'contact_email'],
      plain: ['stores'],
      search: ['name'],
    })

    await recordTable(db, 'themes')
      .addColumn('name', text, required)
      .addColumn('code', text, required)
      .addColumn('status', text, required)
      .addUniqueConstraint('themes_name_key', ['name'])
      .addUniqueConstraint('themes_code_key', ['code'])
      .execute()
    await addListIndexes(db, 'themes', {
      text: ['name', 'code', 'status'],
      plain: [],
      search: ['name', 'code'],
    })

    await recordTable(db, 'store_defaults')
      .addColumn('default_locale', text, required)
      .addColumn('time_zone', text, required)
      .addColumn('theme_id', 'integer', (column) => column.notNull().references('themes.id'))
      .addColumn('primary_colour', text, required)
      .addColumn('text_colour', text, required)
      .addColumn('access', text, required)
      .addColumn('support_email', text, required)
      .execute()

    await recordTable(db, 'stores')
      .addColumn('name', text, required)
      .addColumn('code', text, required)
      .addColumn('organisation_id', 'integer', (column) => column.references('organisations.id'))
      .addColumn('type', text, required)
      .addColumn('plan', text, required)
      .addColumn('tags', textList, (column) => column.notNull().defaultTo('{}'))
      .addColumn('support_email', text)
      .addColumn('notes', text)
      .addColumn('subdomain', text, required)
      .addColumn('domain', text)
      .addColumn('default_locale', text)
      .addColumn('locales', textList, (column) => column.notNull().defaultTo('{}'))
      .addColumn('default_currency', text, required)
      .addColumn('currencies', textList, (column) => column.notNull().defaultTo('{}'))
      .addColumn('time_zone', text)
      .addColumn('country', text, required)
      .addColumn('theme_id', 'integer', (column) => column.references('themes.id'))
      .addColumn('logo_url', text)
      .addColumn('primary_colour', text)
      .addColumn('text_colour', text)
      .addColumn('access', text)
      .addColumn('allowed_email_domains', textList, (column) => column.notNull().defaultTo('{}'))
      .addColumn('admin_name', text)
      .addColumn('admin_email', text)
      .addColumn('primary_domain', text, (column) =>
        column
          .generatedAlwaysAs(sql`coalesce(domain, subdomain)`)
          .stored()
          .notNull(),
      )
      .addColumn('status', text, (column) => column.notNull().defaultTo('draft'))
      .addColumn('status_reason', text)
      .addColumn('readiness', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('members', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('orders30d', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failed_payments7d', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('mail_state', text, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('sign_on_state', text, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('payment_state', text, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('gift_state', text, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('print_state', text, (column) => column.notNull().defaultTo('not_configured'))
      .addColumn('failing', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('domain_token', text, (column) =>
        // What the owner of a domain puts into its DNS to prove it; not a secret, but not to be guessed.
        column.notNull().defaultTo(sql`replace(gen_random_uuid()::text, '-', '')`),
      )
      .addColumn('domain_verified_at', instant)
      .addColumn('last_activity_at', instant)
      .addColumn('delete_after', instant)
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

    await recordTable(db, 'member_groups')
      .addColumn('name', text, required)
      .addColumn('store_id', 'integer', (column) =>
        column.notNull().references('stores.id').onDelete('cascade'),
      )
      .addColumn('description', text)
      .addColumn('type', text, required)
      .addColumn('priority', 'integer', required)
      .addColumn('is_default', 'boolean', required)
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
