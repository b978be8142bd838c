import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { smtpPorts, smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshStoreEmail } from './refreshStoreEmail.ts'
import { buildWaitingEmailsSql, releaseEmails } from './waitingEmails.ts'
import { emailSendingMessages } from './messages.ts'

export const smtpSettingHooks: Partial<ResourceHooks> = {
  validate(values, { platform, before }) {
    const merged: Record<string, unknown> = { ...before, ...values }
    const errors: ValidationErrors = {}
    const isUnencrypted = merged['auth'] === 'login' && merged['security'] === 'none'
    const isException = canBeException(String(merged['host'] ?? ''), platform.outgoing)
    if (isUnencrypted && !isException) errors['security'] = emailSendingMessages.passwordNeedsTls
    if (!smtpPorts.includes(Number(merged['port'])) && !isException)
      errors['port'] = emailSendingMessages.portNotAllowed
    return errors
  },
  beforeRead: refreshSmtpStats,
  async authorize(context, { before, values }) {
    if (values?.['scope'] === 'platform') await replaceDefaultSetting(context, before?.id ?? null)
  },
  async afterWrite({ trx, now }, records, before) {
    for (const [index, { id, paused }] of records.entries())
      if (before[index]?.['paused'] === true && paused !== true) await releaseEmails(trx, id, now)
    await refreshStoreEmail(trx, null)
  },
}

/**
 * Whether a host may be inside an allowed network. The address of a host name is checked when the
 * session connects (`SmtpSession.signIn`).
 */
const canBeException = (
  host: string,
  { hasExceptions, isException }: Platform['outgoing'],
): boolean => (isIP(host) === 0 ? hasExceptions : isException(host))

/**
 * Makes room for a new default: there is only one, so the previous one becomes a setting for
 * selected stores.
 */
async function replaceDefaultSetting(
  { trx, now, caller, audit }: WriteContext,
  id: number | null,
): Promise<void> {
  const { rows } = await sql<AnyRecord>`
    update smtp_settings set scope = 'stores', version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where scope = 'platform' and id is distinct from ${id} returning *`.execute(trx)
  for (const record of rows)
    await audit({
      event: `${smtpSettings.name}.updated`,
      target: toAuditTarget(smtpSettings, record),
      before: { scope: 'platform' },
      after: { scope: 'stores' },
    })
}

/**
 * Refreshes how many stores use each setting, how many emails it sent in the last 24 hours, and how
 * many wait until it can send. Writes only rows that changed.
 */
export async function refreshSmtpStats(connection: Connection, now: string): Promise<void> {
  await sql`
    with counted as (
      select settings.id,
        (select count(*)::int from stores where smtp_settings_id = settings.id
          or (settings.scope = 'platform' and smtp_settings_id is null)) as stores,
        (select count(*)::int from mails where smtp_settings_id = settings.id and status = 'sent'
          and ended_at > ${now}::timestamptz - interval '24 hours') as sent,
        (select count(*)::int from mails where smtp_settings_id = settings.id and status = 'failed'
          and ended_at > ${now}::timestamptz - interval '24 hours') as failed,
        case when settings.paused or settings.state not in ('active', 'degraded')
          then (select count(*)::int from ${buildWaitingEmailsSql(sql`settings.id`)}) else 0 end as waiting
      from smtp_settings as settings)
    update smtp_settings set stores = counted.stores, sent24h = counted.sent, failed24h = counted.failed,
      waiting = counted.waiting
    from counted where counted.id = smtp_settings.id
      and (smtp_settings.stores, sent24h, failed24h, smtp_settings.waiting)
        <> (counted.stores, counted.sent, counted.failed, counted.waiting)`.execute(connection)
}
