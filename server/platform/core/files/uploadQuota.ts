import { sql } from 'kysely'
import type { Caller } from '../auth/tokens.ts'
import { HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { fileMessages } from './messages.ts'

const quotaWindowMs = 24 * 60 * 60_000

/**
 * Rejects an upload of this many bytes with 429 if the account has used its quota. Failed uploads
 * don't count.
 */
export async function requireUploadQuota(
  { db, now, uploadQuota }: Pick<Platform, 'db' | 'now' | 'uploadQuota'>,
  { id }: Pick<Caller, 'id'>,
  bytes: number,
): Promise<void> {
  const at = now().getTime()
  const { rows } = await sql<{ files: number; bytes: number; oldest: string | null }>`
    select count(*) as files, coalesce(sum(size), 0) as bytes, min(created_at) as oldest from files
    where user_id = ${id} and created_at > ${new Date(at - quotaWindowMs).toISOString()}::timestamptz`.execute(
    db,
  )
  const [used = { files: 0, bytes: 0, oldest: null }] = rows
  if (used.files < uploadQuota.files && used.bytes + bytes <= uploadQuota.bytes) return
  const waitMs = used.oldest === null ? quotaWindowMs : Date.parse(used.oldest) + quotaWindowMs - at
  throw new HttpError(429, 'throttled', fileMessages.quotaReached(uploadQuota), {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
