import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Logo and favicon of a store are files of ours; of a logo that was somewhere else, the notes tell where. */
export const storePictures: Migration = {
  async up(db) {
    for (const column of ['logo', 'favicon']) {
      await sql`alter table stores add column ${sql.id(column)} integer
        references files (id) on delete restrict`.execute(db)
      await sql`create index ${sql.id(`stores_${column}_sort_idx`)}
        on stores (${sql.id(column)}, id)`.execute(db)
    }
    await sql`update stores set notes = concat_ws(E'\\n', notes, 'Its logo was at ' || logo_url)
      where logo_url is not null and length(coalesce(notes, '')) < 1400`.execute(db)
    await sql`alter table stores drop column logo_url`.execute(db)
  },
}
