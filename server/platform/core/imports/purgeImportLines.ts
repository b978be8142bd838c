import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'

/** Deletes the lines of files opened so long ago that their import can't be undone anymore. */
export async function purgeImportLines({ db, now }: Platform): Promise<void> {
  await sql`delete from import_lines using imports where imports.id = import_lines.import_id
    and imports.created_at < ${now().toISOString()}::timestamptz - interval '31 days'`.execute(db)
}
