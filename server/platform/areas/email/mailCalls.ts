import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { sql } from 'kysely'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, notFound, notPossible } from '#server/platform/core/platform/refusal.ts'
import { keptIntegration } from '#server/platform/core/integrations/kept.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { assignCall } from '../stores/assignCall.ts'
import type { Given } from '../stores/assignCall.ts'
import { text, whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { createRecord } from '#server/platform/core/records/changes/create.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { mailQueue, reopenMail } from './mails.ts'
import { smtpIntegration } from './smtpIntegration.ts'
import { mailAssignmentMessages, mailMessages } from './messages.ts'

const Duplicate = type({ name: string() })

/** POST /smtpSettings/ID/duplicate: the same relay as a draft, for chosen stores; its password is sealed anew. */
async function duplicateMail(change: Change): Promise<Answer> {
  const { trx, platform, asked, caller } = change
  if (!is(asked.body, Duplicate)) throw badRequest(mailMessages.duplicateBody)
  const kept = scopedTo(caller, keptIntegration(smtpIntegration))
  const template = await readRecord(trx, kept, recordIdOf(smtpSettings, asked))
  const { password } = await openSecrets({ ...platform, db: trx }, smtpSettings, template)
  const own = Object.fromEntries(
    Object.keys(smtpSettings.fields).map((name) => [name, template[name]]),
  )
  const body = { ...own, password, scope: 'stores', name: asked.body.name }
  return createRecord(kept, { ...change, asked: { ...asked, body } })
}

/** POST /mails/ID/retry: a dead letter is sent once more, with all its tries. */
async function retryMail({ trx, platform, asked, caller, now, audit }: Change): Promise<Answer> {
  const id = recordIdOf(mails, asked)
  const { rows } = await sql<{ status: string; recipient: string; storeId: number | null }>`
    select status, recipient, store_id from ${rowsOf(mails, caller.storeIds)} where id = ${id} for update`.execute(
    trx,
  )
  const [mail] = rows
  if (!mail) throw notFound(mails.title.one)
  if (mail.status !== 'failed') throw notPossible(mailMessages.notFailed)
  await reopenMail(trx, id, now)
  const { recipient: label, storeId } = mail
  await audit({ event: 'mails.retried', target: { type: mails.name, id, label, storeId } })
  return { status: 200, body: { id }, afterwards: () => platform.post(mailQueue) }
}

/** How a mail setting is assigned to stores. */
export const mailAssignment: Given = {
  resource: smtpSettings,
  one: mailAssignmentMessages.one,
  field: 'smtpSettingsId',
  inherited: sql`select id from smtp_settings where scope = 'platform'`,
  say: {
    same: mailAssignmentMessages.same,
    already: mailAssignmentMessages.already,
    none: mailAssignmentMessages.none,
  },
  worse: ({ state }, stores) =>
    state === 'active' || state === 'degraded'
      ? []
      : [{ what: mailAssignmentMessages.inactive, ...stores }],
}

export const mailCalls: readonly Call[] = [
  assignCall(mailAssignment),
  {
    kind: 'write',
    needs: `${smtpSettings.permission}:write`,
    method: 'post',
    path: '/smtpSettings/:id/duplicate',
    summary: 'Duplicate an SMTP setting; the copy is a draft',
    body: object({ name: text }),
    success: { status: 201, schema: recordSchemas(smtpSettings).record },
    refusals: [409, 413, 415, 422],
    answer: duplicateMail,
  },
  {
    kind: 'write',
    needs: `${smtpSettings.permission}:write`,
    method: 'post',
    path: '/mails/:id/retry',
    summary: 'Resend a failed email',
    success: { status: 200, schema: object({ id: whole }) },
    refusals: [409, 422],
    answer: retryMail,
  },
]
