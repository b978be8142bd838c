import { sql } from 'kysely'
import { object, optional, string } from 'superstruct'
import { is } from '#shared/is.ts'
import { mails } from '#shared/resources/mails.ts'
import type { mailKinds } from '#shared/resources/mails.ts'
import type { Work } from '../http/call.ts'
import type { Platform } from '../platform.ts'
import type { Letter } from './conversation.ts'

export const mailQueue = 'mails'

const Content = object({ text: string(), html: optional(string()) })

type NewMail = Letter & { kind: keyof typeof mailKinds; storeId?: number | null }

/** Keeps a mail in the transaction of the change that sends it, sealed; answers what has it sent once that is kept. */
export async function enqueue(
  { trx, platform, now }: Pick<Work, 'trx' | 'platform' | 'now'>,
  { to, subject, kind, storeId = null, ...content }: NewMail,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ id: number }>`
    insert into mails (time, kind, recipient, subject, store_id, next_try_at)
    values (${now}, ${kind}, ${to}, ${subject}, ${storeId}, ${now}) returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // It was just made.
  const sealed = platform.secrets.seal(placeOf(id), JSON.stringify(content))
  await sql`update mails set content_sealed = ${sealed} where id = ${id}`.execute(trx)
  return () => platform.post(mailQueue, id)
}

const placeOf = (id: number) => ({ table: mails.name, column: 'content', id })

export function contentOf(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, contentSealed }: { id: number; contentSealed: string | null },
): Pick<Letter, 'text' | 'html'> | null {
  if (contentSealed === null) return null
  const content: unknown = JSON.parse(secrets.open(placeOf(id), contentSealed))
  return is(content, Content) ? ({ ...content } as Pick<Letter, 'text' | 'html'>) : null
}
