import { sql } from 'kysely'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { onCallRotations } from '#shared/areas/alertChannels/onCallRotations.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { refreshDeliveries } from '#server/platform/areas/alertChannels/refreshDeliveries.ts'
import { sendDueMessages } from '#server/platform/areas/alertChannels/sendDueMessages.ts'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { runProductJob } from './changingJob.ts'
import type { Caller } from './calling.ts'

const defaults = { alertChannels, alertRules, onCallRotations }

/** Creates a record of an area's resource with the initial values of its form. */
export async function createWithDefaults(
  call: Caller,
  name: keyof typeof defaults,
  values: object,
): Promise<number> {
  const body = { ...getInitialValues(defaults[name]), name: `A ${name}`, ...values }
  const created = await call('POST', `/${name}`, { body })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  return created.body.id
}

/** Creates a channel, tests it, and activates it. */
export async function createActiveChannel(
  platform: TestPlatform,
  call: Caller,
  values: object,
): Promise<number> {
  const id = await createWithDefaults(call, 'alertChannels', values)
  const { body } = await call('POST', `/alertChannels/${id}/test`, { body: {} })
  await runProductJob(platform, body.job)
  const state = { body: { event: 'activate', despite: [] } }
  const { status } = await call('POST', `/alertChannels/${id}/state`, state)
  if (status !== 200) throw new Error('The channel failed its test')
  return id
}

type AlertValues = {
  kind?: string
  rank?: number
  storeIds?: number[]
  permission?: string
  accountIds?: number[] | null
}

/** Inserts an open alert, or changes it. */
export async function insertAlert(
  { platform }: TestPlatform,
  subject: string,
  values: AlertValues = {},
): Promise<void> {
  const at = platform.now().toISOString()
  const { kind = 'incident', rank = 900, storeIds = [1], accountIds = null } = values
  const { permission = 'payments' } = values
  await sql`
    insert into attention_items (subject, kind, permission, title, store_ids, rank, account_ids, fix, state, since,
      created_at, created_by, updated_at, updated_by)
    values (${subject}, ${kind}, ${permission}, ${`Cause of ${subject}`}, ${storeIds}, ${rank}, ${accountIds},
      '/paymentAttempt', 'open', ${at}, ${at}, 'platform', ${at}, 'platform')
    on conflict (subject) do update set store_ids = excluded.store_ids, rank = excluded.rank`.execute(
    platform.db,
  )
}

/** Does what happens after alerts have changed: plans messages, and sends what is due. */
export async function sendAlerts({ platform }: TestPlatform): Promise<void> {
  const at = platform.now().toISOString()
  await platform.db.transaction().execute((trx) => refreshDeliveries(trx, at))
  await sendDueMessages(platform)
  await deliverDueEmails(platform)
}
