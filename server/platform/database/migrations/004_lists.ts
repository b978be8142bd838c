import type { Migration } from 'kysely/migration'
import { addListIndexes, createRecordTable, notNull, textType } from './tables.ts'

export const lists: Migration = {
  async up(db) {
    await createRecordTable(db, 'catalogs')
      .addColumn('name', textType, notNull)
      .addColumn('code', textType, notNull)
      .addColumn('active', 'boolean', notNull)
      .addUniqueConstraint('catalogs_code_key', ['code'])
      .execute()
    await addListIndexes(db, 'catalogs', {
      text: ['name', 'code'],
      plain: ['active'],
      search: ['name', 'code'],
    })

    await createRecordTable(db, 'categories')
      .addColumn('name', textType, notNull)
      .addColumn('code', textType, notNull)
      .addColumn('position', 'integer')
      .addColumn('active', 'boolean', notNull)
      .addUniqueConstraint('categories_code_key', ['code'])
      .execute()
    await addListIndexes(db, 'categories', {
      text: ['name', 'code'],
      plain: ['position', 'active'],
      search: ['name', 'code'],
    })

    await createRecordTable(db, 'members')
      .addColumn('name', textType, notNull)
      .addColumn('email', textType, notNull)
      .addColumn('active', 'boolean', notNull)
      .addUniqueConstraint('members_email_key', ['email'])
      .execute()
    await addListIndexes(db, 'members', {
      text: ['name', 'email'],
      plain: ['active'],
      search: ['name', 'email'],
    })
  },
}
