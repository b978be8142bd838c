import { sql } from 'kysely'
import { emailTextStates } from '#shared/areas/email/emailText.ts'
import type { EmailText } from '#shared/areas/email/emailText.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { addTime } from '#shared/format/dates.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import {
  instantSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { notFound } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { canSeePersonalData } from '#server/platform/core/records/personalData.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { openSavedText } from './emailQueue.ts'

type EmailWithContent = { id: number; contentSealed: string | null; endedAt: string | null }

/** GET /mails/ID/text (shared/areas/email/emailText.ts). */
async function handleLoadEmailText(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseRecordId(mails, request)
  const { rows } = await sql<EmailWithContent>`
    select id, content_sealed, ended_at from ${getVisibleRows(mails, caller.storeIds)}
    where id = ${id}`.execute(platform.db)
  const [email] = rows
  if (!email) throw notFound(mails.title.one)
  return { status: 200, body: readText(platform, email, caller) }
}

function readText(platform: Platform, email: EmailWithContent, caller: Caller): EmailText {
  const text = openSavedText(platform, email)
  if (text === null) return { state: 'none', text, savedUntil: null }
  if (!canSeePersonalData(caller.permissions))
    return { state: 'masked', text: null, savedUntil: null }
  const { emailTexts: days } = platform.retention
  const { endedAt } = email
  const savedUntil = days === null || endedAt === null ? null : addTime(endedAt, days, 'day')
  return { state: 'saved', text, savedUntil }
}

export const emailTextCall: Call = {
  kind: 'read',
  permission: `${mails.permission}:read`,
  method: 'get',
  path: '/mails/:id/text',
  summary:
    'Get the text of an email to a member, without links and codes. Hidden from accounts that see no members.',
  success: {
    status: 200,
    schema: objectSchema({
      state: { type: 'string', enum: [...emailTextStates] },
      text: nullableSchema(stringSchema),
      savedUntil: nullableSchema(instantSchema),
    }),
  },
  handler: handleLoadEmailText,
}
