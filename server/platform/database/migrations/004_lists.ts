import type { Migration } from 'kysely/migration'
import { addListIndexes, recordTable, required, text } from './tables.ts'

export const lists: Migration = {
  async up(db) {
    await recordTable(db, 'catalogs')
      .addColumn('name', text, required)
      .addColumn('code', text, required)
      .addColumn('active', 'boolean', required)
      .addUniqueConstraint('catalogs_code_key', ['code'])
      .execute()
    await addListIndexes(db, 'catalogs', {
      text: ['name', 'code'],
      plain: ['active'],
      search: ['name', 'code'],
    })

    await recordTable(db, 'categories')
      .addColumn('name', text, required)
      .addColumn('code', text, required)
      .addColumn('position', 'integer')
      .addColumn('active', 'boolean', required)
      .addUniqueConstraint('categories_code_key', ['code'])
      .execute()
    await addListIndexes(db, 'categories', {
      text: ['name', 'code'],
      plain: ['position', 'active'],
      search: ['name', 'code'],
    })

    await recordTable(db, 'members')
      .addColumn('name', text, required)
      .addColumn('email', text, required)
      .addColumn('active', 'boolean', required)
      .addUniqueConstraint('members_email_key', ['email'])
      .execute()
    await addListIndexes(db, 'members', {
      text: ['name', 'email'],
      plain: ['active'],
      search: ['name', 'email'],
    })
  },
}
