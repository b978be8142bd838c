import { sql } from 'kysely'
import type { MemberTimelineEntry } from '#shared/areas/members/memberTimeline.ts'
import { openSavedText } from '#server/platform/areas/email/index.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

/** Adds the texts of emails to the entries of an export, if they're saved. */
export async function addEmailTexts(
  platform: Pick<Platform, 'db' | 'secrets'>,
  entries: readonly MemberTimelineEntry[],
): Promise<MemberTimelineEntry[]> {
  const ids = entries.filter(({ source }) => source === 'email').map(({ id }) => id)
  const { rows } = await sql<{ id: number; contentSealed: string }>`
    select id, content_sealed from mails
    where id = any(${ids}::int[]) and content_sealed is not null`.execute(platform.db)
  const texts = new Map(rows.map((email) => [email.id, openSavedText(platform, email)]))
  return entries.map((entry) => {
    const text = entry.source === 'email' ? (texts.get(entry.id) ?? null) : null
    return text === null ? entry : { ...entry, details: { ...entry.details, text } }
  })
}
