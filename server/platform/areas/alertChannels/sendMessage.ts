import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { saveCheck } from '#server/platform/core/integrations/checkDueIntegrations.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import { toTestStep } from '#server/platform/core/integrations/runSteps.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import type { IntegrationRecord } from '#server/platform/core/integrations/transitionIntegration.ts'
import { DescribedError } from '#server/platform/core/platform/describedError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection, Database } from '#server/platform/database/schema.ts'
import { buildAlertLink } from './alertLinks.ts'
import type { AlertItem, ChannelMessage } from './channelMessage.ts'
import { channelIntegration } from './channelIntegration.ts'
import { ChannelError } from './channelType.ts'
import { getChannelType } from './channelTypes.ts'
import type { ClaimedDelivery, ClaimedMessage } from './claimMessage.ts'
import { alertChannelMessages, channelTestMessages } from './messages.ts'

/** The minutes before each retry. After the last one, the delivery has failed. */
const retryMinutes = [1, 2, 5, 15, 60, 240]

/** Sends a claimed message and saves the result. The request is sent outside of transactions. */
export async function sendMessage(platform: Platform, claimed: ClaimedMessage): Promise<void> {
  const { channel } = claimed
  try {
    const message = await buildMessage(platform, claimed)
    const secrets = await openSecrets(platform, alertChannels, channel)
    await getChannelType(channel['type']).send({ platform, record: channel, secrets }, message)
  } catch (error) {
    if (!(error instanceof DescribedError))
      platform.log.error({ err: error, channel: channel.id }, "An alert couldn't be sent")
    return saveResult(platform, claimed, error)
  }
  await saveResult(platform, claimed, null)
}

async function buildMessage(
  { db, secrets, consoleOrigin }: Platform,
  { batch, channel, deliveries, at }: ClaimedMessage,
): Promise<ChannelMessage> {
  const closedKeys = await findClosedKeys(db, channel.id, deliveries)
  const alertIds = await findAlertIds(db, deliveries)
  const buildUrl = (path: string) => new URL(path, consoleOrigin).href
  const items = deliveries.map(
    ({ subject, messageKey, event, title, detail, severity, storeIds, fix }): AlertItem => {
      const alertId = alertIds.get(subject) ?? null
      return {
        key: messageKey,
        subject,
        event,
        title,
        detail,
        severity,
        stores: storeIds.length,
        url: buildUrl(fix),
        alertId,
        responseUrl:
          alertId === null
            ? null
            : buildAlertLink({ secrets, consoleOrigin }, { alertId, recipient: null, at }),
        closesKey: event === 'fixed' && closedKeys.has(messageKey),
      }
    },
  )
  return { id: batch, at, items, url: buildUrl('/dashboard?attention') }
}

/** Finds the IDs of the alerts that are open, by their subjects. */
async function findAlertIds(
  db: Connection,
  deliveries: readonly ClaimedDelivery[],
): Promise<Map<string, number>> {
  const subjects = deliveries.map(({ subject }) => subject)
  const { rows } = await sql<{ subject: string; id: number }>`
    select subject, id from attention_items where subject = any(${subjects}::text[])`.execute(db)
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}

/** Finds the keys of fixed alerts whose other alerts are fixed too. */
async function findClosedKeys(
  db: Connection,
  channelId: number,
  deliveries: readonly ClaimedDelivery[],
): Promise<Set<string>> {
  const keys = deliveries.flatMap(({ event, messageKey }) => (event === 'fixed' ? messageKey : []))
  const { rows } = await sql<{ key: string }>`
    select message_key as key from alert_deliveries
    where channel_id = ${channelId} and message_key = any(${keys}::text[]) and ended_at is null
    group by message_key having bool_and(event is not distinct from 'fixed')`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Saves whether a message was accepted, in its deliveries and in the channel's health. */
const saveResult = (platform: Platform, claimed: ClaimedMessage, error: unknown): Promise<void> =>
  runInTransaction(platform, async (trx, at) => {
    if (error === null) await saveSent(trx, claimed, at)
    else await saveFailure(trx, claimed, at, error)
    await saveHealth(trx, claimed, at, error)
  })

async function saveSent(trx: Connection, { batch }: ClaimedMessage, at: Date): Promise<void> {
  const now = at.toISOString()
  await sql`
    update alert_deliveries set sends = sends + 1, sent_at = ${now}, attempts = 0, problem = null, batch = null,
      next_try_at = null, event = null, status = case event when 'fixed' then 'fixed' else 'sent' end,
      ended_at = case event when 'fixed' then ${now}::timestamptz end
    where batch = ${batch}`.execute(trx)
}

const getSentence = (error: unknown): string =>
  error instanceof DescribedError ? error.sentence : alertChannelMessages.failedInside

/**
 * Plans the next attempt. A rejected message had no effect, so the next one can say more. One whose
 * outcome is unknown stays as it is, and isn't sent again within the deduplication window.
 */
async function saveFailure(
  trx: Connection,
  { batch, channel, deliveries }: ClaimedMessage,
  at: Date,
  error: unknown,
): Promise<void> {
  const isRejected = error instanceof ChannelError
  const attempts = Math.max(...deliveries.map((delivery) => delivery.attempts))
  const minutes = retryMinutes[attempts - 1]
  const { repeatAfterMinutes } = getChannelType(channel['type'])
  const pauseMs = Math.max(
    (minutes ?? 0) * 60_000,
    isRejected ? (error.retryAfter ?? 0) * 1000 : repeatAfterMinutes * 60_000,
  )
  const next = minutes === undefined ? null : new Date(at.getTime() + pauseMs).toISOString()
  await sql`
    update alert_deliveries set problem = ${getSentence(error)}, next_try_at = ${next},
      status = case when ${next === null} then 'failed' else status end,
      batch = case when ${isRejected || next === null} then null else batch end
    where batch = ${batch}`.execute(trx)
}

const sendStep = { name: 'send', title: channelTestMessages.titles.send, required: true }

/** Degrades a channel after several failures, and recovers it with the first message that arrives. */
async function saveHealth(
  trx: Transaction<Database>,
  { channel, at: startedAt }: ClaimedMessage,
  at: Date,
  error: unknown,
): Promise<void> {
  const { rows } = await sql<IntegrationRecord>`
    select * from alert_channels where id = ${channel.id} and settings_version = ${channel['settingsVersion']}
      and state in ('active', 'degraded') for update`.execute(trx)
  const [record] = rows
  if (!record || (error === null && record.failures === 0)) return
  const now = at.toISOString()
  const code = error instanceof DescribedError ? error.code : 'INTERNAL'
  const result = error === null ? passStep('') : failStep(code, getSentence(error))
  const ms = at.getTime() - Date.parse(startedAt)
  const steps = [toTestStep(sendStep, result, ms)]
  const audit = createAuditor(trx, { asked: { id: 'deliveries', ip: '' }, now, actor: 'platform' })
  await saveCheck(channelIntegration, { trx, now, audit }, { record, steps, startedAt })
}
