import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isUpload } from '#shared/engine/fields.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/resources/index.ts'
import type { Platform } from '../platform.ts'
import { holdContent, thumbnailOf } from './keep.ts'

/** A form that was begun may be sent this much later. */
const heldMs = 24 * 60 * 60_000

const longestUploadMs = 60 * 60_000

/** Deletes the files that no record holds, a day after they came in, with contents that no file has any more. */
export async function forgetOrphans(
  platform: Platform,
  definitions: readonly Resource[] = resources,
): Promise<void> {
  const { db, now, storage } = platform
  const before = new Date(now().getTime() - heldMs).toISOString()
  const held = definitions.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, one]) =>
      isUpload(one)
        ? [
            sql`select ${sql.ref(field)} from ${sql.table(name)} where ${sql.ref(field)} is not null`,
          ]
        : [],
    ),
  )
  const ids = held.length > 0 ? sql`(${sql.join(held, sql` union all `)})` : sql`(select 0)`
  const { rows } = await sql<{ sha256: string }>`
    delete from files where created_at < ${before} and id not in ${ids} returning sha256`.execute(
    db,
  )
  for (const sha256 of new Set(rows.map((row) => row.sha256)))
    await db.transaction().execute(async (trx) => {
      await holdContent(trx, sha256)
      const other = trx.selectFrom('files').select('id').where('sha256', '=', sha256)
      if (await other.limit(1).executeTakeFirst()) return
      await storage.remove(sha256)
      await storage.remove(thumbnailOf(sha256))
    })
  await forgetUnfinished(storage.incoming)
}

async function forgetUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - longestUploadMs) await rm(path, { force: true })
  }
}
