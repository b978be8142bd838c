import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockContent, getThumbnailKey } from './saveContent.ts'
import type { FileStorage } from './storage.ts'

/**
 * A deletion can be undone for 30 days and restores the record's file. An open form may also be
 * submitted late.
 */
const orphanRetentionMs = 31 * 24 * 60 * 60_000

const maxUploadMs = 60 * 60_000

type OrphanFile = { id: number; sha256: string }

/** Deletes files that no record has used for 31 days, and contents that no file uses anymore. */
export async function purgeOrphanFiles(
  platform: Platform,
  definitions: readonly Resource[],
): Promise<void> {
  const { db, now, storage, log } = platform
  const at = now()
  const isUnheld = buildUnusedCondition(definitions)
  await sql`
    update files set unheld_since = case when unheld_since is null then ${at.toISOString()}::timestamptz end
    where (unheld_since is null) = (${isUnheld})`.execute(db)
  const before = new Date(at.getTime() - orphanRetentionMs).toISOString()
  const isOrphan = sql`unheld_since < ${before} and ${isUnheld}`
  const { rows } = await sql<OrphanFile>`
    select id, sha256 from files where ${isOrphan} order by id`.execute(db)
  for (const orphan of rows)
    await db
      .transaction()
      .execute((trx) => deleteOrphanFile(trx, storage, orphan, isOrphan))
      .catch((err: unknown) =>
        log.warn({ err, file: orphan.id }, "An unused file couldn't be deleted"),
      )
  await deleteUnfinishedUploads(storage.incoming)
}

const buildUnusedCondition = (definitions: readonly Resource[]) =>
  sql.join(
    definitions.flatMap(({ name, fields }) =>
      Object.entries(fields)
        .filter(([, field]) => isUpload(field))
        .map(
          ([field]) => sql`not exists (
            select from ${sql.table(name)} where ${sql.ref(`${name}.${field}`)} = files.id)`,
        ),
    ),
    sql` and `,
  )

/**
 * Deletes a row and its content together or not at all. Only the row leads to content that the
 * storage failed to remove.
 */
async function deleteOrphanFile(
  trx: Connection,
  storage: FileStorage,
  { id, sha256 }: OrphanFile,
  isOrphan: RawBuilder<unknown>,
): Promise<void> {
  await lockContent(trx, sha256)
  // Anyone who began to use the file has committed after this, so the next statement sees it.
  await sql`select id from files where id = ${id} for update`.execute(trx)
  const { rows } = await sql`
    delete from files where id = ${id} and ${isOrphan} returning id`.execute(trx)
  if (rows.length === 0) return
  const other = trx.selectFrom('files').select('id').where('sha256', '=', sha256)
  if (await other.limit(1).executeTakeFirst()) return
  await storage.remove(getThumbnailKey(sha256))
  await storage.remove(sha256)
}

async function deleteUnfinishedUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - maxUploadMs) await rm(path, { force: true })
  }
}
