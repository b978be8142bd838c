import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { openEmailContent, sealEmailContent } from './emailQueue.ts'

type Replacement = {
  /** Which emails are about the member, whatever their text says. */
  isAbout: RawBuilder<unknown>
  /** In lowercase. An email that contains one of them is about the member, too. */
  emails: readonly string[]
  /** Replaces names and email addresses in a text. */
  replace: (text: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Replaces a member's name and email addresses in the emails to operators that weren't sent:
 * mentions, alerts, and digests. They are sealed, so the database can't find them by their text.
 */
export async function replaceNamesInUnsentEmails(
  { trx, platform }: Pick<WriteContext, 'trx' | 'platform'>,
  { isAbout, emails, replace }: Replacement,
): Promise<void> {
  const { rows } = await sql<{ id: number; time: string; contentSealed: string; isAbout: boolean }>`
    select id, time, content_sealed, (${isAbout}) is true as is_about from mails
    where status <> 'sent' and kind in ('mention', 'alert', 'digest') and content_sealed is not null
    order by id for update`.execute(trx)
  for (const email of rows) {
    const content = openEmailContent(platform, email)
    if (!content) continue
    const { text, html = null } = content
    const lowered = `${text} ${html}`.toLowerCase()
    if (!email.isAbout && !emails.some((one) => lowered.includes(one))) continue
    const { rows: replaced } = await sql<{ text: string; html: string | null }>`
      select ${replace(sql`${text}::text`)} as text, ${replace(sql`${html}::text`)} as html`.execute(
      trx,
    )
    const sealed = sealEmailContent(platform, email.id, {
      ...content,
      text: replaced[0]?.text ?? '',
      ...(html !== null && { html: replaced[0]?.html ?? '' }),
    })
    await sql`update mails set content_sealed = ${sealed}
      where id = ${email.id} and time = ${email.time}`.execute(trx)
  }
}
