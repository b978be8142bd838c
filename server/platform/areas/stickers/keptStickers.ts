import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { stickerMessages } from '../attributes/messages.ts'

const statusAt = (now: string): RawBuilder<string> => sql`case
  when not active then 'off'
  when ends_at <= cast(${now} as timestamptz) then 'ended'
  when starts_at > cast(${now} as timestamptz) then 'scheduled'
  else 'live' end`

/** Writes what is not so any more, which is nothing but for the moments at which one starts or ends. */
async function keepStatus(connection: Connection, now: string): Promise<void> {
  await sql`update stickers set status = ${statusAt(now)}
    where status is distinct from ${statusAt(now)}`.execute(connection)
}

const consequence: Consequence = {
  wrong: (values, { before }) => wrongIn(values, { ...before, ...values }),
  keepTime: keepStatus,
  settle: ({ trx, now }) => keepStatus(trx, now),
}

/** Said at a field that was written, of those that are wrong together. */
function wrongIn(values: Values, whole: Values): FieldErrors {
  const { text, image, alt, startsAt, endsAt } = whole
  const isChanged = (...names: string[]) => names.some((name) => name in values)
  const errors: FieldErrors = {}
  if (isChanged('text', 'image') && text === null && image === null)
    errors['text'] = stickerMessages.nothingToShow
  if (isChanged('image', 'alt') && image !== null && alt === null)
    errors['alt'] = stickerMessages.altMissing
  const [from, to] = [startsAt, endsAt].map((at) => Date.parse(String(at)))
  const isTurned = from !== undefined && to !== undefined && from > to
  if (isChanged('startsAt', 'endsAt') && isTurned) errors['endsAt'] = stickerMessages.turnedSchedule
  return errors
}

export const keptStickers: Kept = { ...stickers, consequence, dependents: [] }
