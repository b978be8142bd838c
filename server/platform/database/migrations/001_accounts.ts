import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

export const accounts: Migration = {
  async up(db) {
    await db.schema
      .createTable('users')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('store_id', 'integer', notNull)
      .addColumn('s_identifier', 'integer', notNull)
      .addColumn('name', textType, notNull)
      .addColumn('email', textType, notNull)
      .addColumn('password_hash', textType, notNull)
      .addColumn('password_generated', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('created_at', instantType, notNull)
      .execute()
    await sql`create unique index users_email_key on users (lower(email))`.execute(db)

    await db.schema
      .createTable('user_groups')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('name', textType, (column) => column.notNull().unique())
      .addColumn('permissions', sql`text[]`, notNull)
      .execute()

    await db.schema
      .createTable('user_group_members')
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('group_id', 'integer', (column) => column.notNull().references('user_groups.id'))
      .addPrimaryKeyConstraint('user_group_members_pkey', ['user_id', 'group_id'])
      .execute()

    await db.schema
      .createTable('tokens')
      .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('hash', textType, (column) => column.notNull().unique())
      .addColumn('created_at', instantType, notNull)
      .addColumn('last_used_at', instantType, notNull)
      .execute()
    await sql`create index tokens_user_id_idx on tokens (user_id)`.execute(db)
    await sql`create index tokens_last_used_at_idx on tokens (last_used_at)`.execute(db)
  },
}

/** The nonces of Google sign-ins that were used, until their tokens have expired: each counts once. */
export const googleSignIn: Migration = {
  async up(db) {
    await db.schema
      .createTable('google_nonces')
      .addColumn('hash', textType, (column) => column.primaryKey())
      .addColumn('expires_at', instantType, notNull)
      .execute()
  },
}

/** Groups held keys, each of which was all that it covers; now they hold each right. */
export const permissionGrants: Migration = {
  async up(db) {
    await sql`update user_groups set permissions = array(
      select key || action from unnest(permissions) as key,
        unnest(array['', ':read', ':write', ':delete', ':export', ':secrets']) as action)`.execute(
      db,
    )
  },
}

/** The stores that an account is for: all of them, or those that are listed. */
export const accountStores: Migration = {
  async up(db) {
    await sql`alter table users add column all_stores boolean not null default true`.execute(db)
    await sql`create table user_stores (
      user_id integer not null references users on delete cascade,
      store_id integer not null references stores on delete cascade,
      primary key (user_id, store_id))`.execute(db)
    await sql`create index user_stores_store_id_idx on user_stores (store_id)`.execute(db)
  },
}
