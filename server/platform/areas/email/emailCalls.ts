import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { sql } from 'kysely'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, notFound, invalidState } from '#server/platform/core/platform/httpError.ts'
import { createIntegrationModule } from '#server/platform/core/integrations/integrationHooks.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { objectSchema, recordIdSchema, stringSchema } from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { handleCreate } from '#server/platform/core/records/changes/create.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { emailQueue, requeueEmail } from './emailQueue.ts'
import { emailTextCall } from './emailTextCall.ts'
import { smtpIntegration } from './smtpIntegration.ts'
import { emailSendingMessages } from './messages.ts'

const DuplicateSettingBody = type({ name: string() })

/**
 * POST /smtpSettings/ID/duplicate: creates a draft for selected stores with the same server. Its
 * password is encrypted again.
 */
async function handleDuplicateSmtpSetting(context: RequestContext): Promise<CallResult> {
  const { trx, platform, request, caller } = context
  if (!is(request.body, DuplicateSettingBody)) throw badRequest(emailSendingMessages.duplicateBody)
  const module = limitToCaller(caller, createIntegrationModule(smtpIntegration))
  const template = await loadRecord(trx, module, parseRecordId(smtpSettings, request))
  const { password } = await openSecrets({ ...platform, db: trx }, smtpSettings, template)
  const values = Object.fromEntries(
    Object.keys(smtpSettings.fields).map((name) => [name, template[name]]),
  )
  const body = { ...values, password, scope: 'stores', name: request.body.name }
  return handleCreate(module, { ...context, request: { ...request, body } })
}

type FailedEmail = {
  time: string
  status: string
  recipient: string
  storeId: number | null
  hasContent: boolean
}

/** POST /mails/ID/retry: sends a failed email again, with the full number of attempts. */
async function handleResendEmail({
  trx,
  platform,
  request,
  caller,
  now,
  audit,
}: RequestContext): Promise<CallResult> {
  const id = parseRecordId(mails, request)
  const { rows } = await sql<FailedEmail>`
    select time, status, recipient, store_id, content_sealed is not null as has_content
    from ${getVisibleRows(mails, caller.storeIds)} where id = ${id} for update`.execute(trx)
  const [email] = rows
  if (!email) throw notFound(mails.title.one)
  if (email.status !== 'failed') throw invalidState(emailSendingMessages.notFailed)
  if (!email.hasContent) throw invalidState(emailSendingMessages.contentErased)
  await requeueEmail(trx, { id, time: email.time }, now)
  const { recipient: label, storeId } = email
  await audit({ event: 'mails.retried', target: { type: mails.name, id, label, storeId } })
  return { status: 200, body: { id }, afterCommit: () => platform.wakeQueue(emailQueue) }
}

export const emailCalls: readonly Call[] = [
  {
    kind: 'write',
    permission: `${smtpSettings.permission}:write`,
    method: 'post',
    path: '/smtpSettings/:id/duplicate',
    summary: 'Duplicate an SMTP setting; the copy is a draft',
    body: objectSchema({ name: stringSchema }),
    success: { status: 201, schema: buildRecordSchemas(smtpSettings).record },
    handler: handleDuplicateSmtpSetting,
  },
  {
    kind: 'write',
    permission: `${smtpSettings.permission}:write`,
    method: 'post',
    path: '/mails/:id/retry',
    summary: 'Resend a failed email',
    success: { status: 200, schema: recordIdSchema },
    handler: handleResendEmail,
  },
  emailTextCall,
]
