import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { stickerMessages } from './messages.ts'

const buildStatusExpression = (now: string): RawBuilder<string> => sql`case
  when not active then 'off'
  when ends_at <= cast(${now} as timestamptz) then 'ended'
  when starts_at > cast(${now} as timestamptz) then 'scheduled'
  else 'live' end`

/** Refreshes the status. Changes rows only when a sticker starts or ends. */
async function refreshStickerStatus(connection: Connection, now: string): Promise<void> {
  await sql`update stickers set status = ${buildStatusExpression(now)}
    where status is distinct from ${buildStatusExpression(now)}`.execute(connection)
}

export const stickerHooks: ResourceHooks = {
  validate: (values, { before }) => validateSticker(values, { ...before, ...values }),
  beforeRead: refreshStickerStatus,
  afterWrite: ({ trx, now }) => refreshStickerStatus(trx, now),
}

/**
 * Validates fields that depend on each other. Reports an error only if one of its fields changed.
 */
function validateSticker(values: FieldValues, merged: FieldValues): ValidationErrors {
  const { text, image, alt, startsAt, endsAt } = merged
  const isChanged = (...names: string[]) => names.some((name) => name in values)
  const errors: ValidationErrors = {}
  if (isChanged('text', 'image') && text === null && image === null)
    errors['text'] = stickerMessages.nothingToShow
  if (isChanged('image', 'alt') && image !== null && alt === null)
    errors['alt'] = stickerMessages.altMissing
  const [from, to] = [startsAt, endsAt].map((at) => Date.parse(String(at)))
  const isReversed = from !== undefined && to !== undefined && from > to
  if (isChanged('startsAt', 'endsAt') && isReversed)
    errors['endsAt'] = stickerMessages.turnedSchedule
  return errors
}
