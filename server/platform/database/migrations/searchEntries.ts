import { sql } from 'kysely'
import type { MigrationDb } from './tables.ts'

/** What a table adds to the search of everything. Frozen, like the helpers in tables.ts. */
type SearchedTable = {
  table: string
  /** The resource that a result opens. Those with tens of millions of rows have partitions. */
  resource: string
  /** What the record is called, as SQL. */
  title: string
  /** The column with the ID of the record to open, if that's another table's. */
  recordColumn?: string
  /** The searched text, as SQL; by default the column `search_text`. */
  text?: string
}

/**
 * Adds a table to the search of everything: its present rows, and triggers that keep their entries
 * up to date in the transaction of each write. The table may have a column `store_id`.
 */
export async function addToSearch(db: MigrationDb, searched: SearchedTable): Promise<void> {
  const { table, resource, title, recordColumn = 'id', text = 'search_text' } = searched
  const storeColumn = table === 'stores' ? 'id' : await findStoreColumn(db, table)
  const columns = [`'${resource}'`, `'${table}'`, 'id', recordColumn, storeColumn, title, text]
  // The words of the title are in the text.
  const watched = [recordColumn, storeColumn, text].filter(
    (column) => !['id', 'null'].includes(column),
  )
  const insert = (rows: string) => `insert into search_entries
      (resource, source, source_id, record_id, store_id, title, search_text)
      select ${columns.join(', ')} from ${rows} where ${text} is not null and ${recordColumn} is not null
      on conflict (resource, source, source_id) do update set record_id = excluded.record_id,
        store_id = excluded.store_id, title = excluded.title, search_text = excluded.search_text,
        updated_at = excluded.updated_at`
  const remove = (rows: string) => `delete from search_entries as entry using ${rows}
      where entry.resource = '${resource}' and entry.source = '${table}'
        and entry.source_id = removed.id`
  const inserted = `${table}_added_to_search`
  const updated = `${table}_changed_in_search`
  const deleted = `${table}_removed_from_search`
  await sql
    .raw(
      `
    create function ${inserted}() returns trigger language plpgsql as $$begin
      ${insert('added')};
      return null;
    end$$;
    create function ${updated}() returns trigger language plpgsql as $$begin
      ${insert('(select new.*) as changed')};
      return null;
    end$$;
    create function ${deleted}() returns trigger language plpgsql as $$begin
      ${remove('removed')};
      return null;
    end$$;
    create trigger added_to_search after insert on ${table} referencing new table as added
      for each statement execute function ${inserted}();
    create trigger changed_in_search after update on ${table} for each row
      when (${watched.map((column) => `${inRow('old', column)} is distinct from ${inRow('new', column)}`).join(' or ')})
      execute function ${updated}();
    create trigger removed_from_search after delete on ${table} referencing old table as removed
      for each statement execute function ${deleted}();
    ${insert(table)};
  `,
    )
    .execute(db)
}

/** Reads the columns of an expression from the old or the new row. */
const inRow = (row: 'old' | 'new', expression: string): string =>
  expression.replaceAll(/(?<![\w'])[a-z_]+(?![\w'(])/g, (column) => `${row}.${column}`)

async function findStoreColumn(db: MigrationDb, table: string): Promise<string> {
  const { rows } = await sql`select from information_schema.columns
    where table_schema = current_schema and table_name = ${table} and column_name = 'store_id'`.execute(
    db,
  )
  return rows.length > 0 ? 'store_id' : 'null'
}
