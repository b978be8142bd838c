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
import { buildMessage } from './buildMessage.ts'
import type { StartedThread } from './channelMessage.ts'
import { channelIntegration } from './channelIntegration.ts'
import { ChannelError } from './channelType.ts'
import { getChannelType } from './channelTypes.ts'
import type { ClaimedMessage } from './claimMessage.ts'
import { alertChannelMessages, channelTestMessages } from './messages.ts'

/** The minutes before each retry. After the last one, the delivery has failed. */
const retryMinutes = [1, 2, 5, 15, 60, 240]

/** Sends a claimed message and saves the result. The request is sent outside of transactions. */
export async function sendMessage(platform: Platform, claimed: ClaimedMessage): Promise<void> {
  const { channel } = claimed
  let thread
  try {
    const message = await buildMessage(platform, claimed)
    const secrets = await openSecrets(platform, alertChannels, channel)
    const context = { platform, record: channel, secrets }
    thread = await getChannelType(channel['type']).send(context, message)
  } catch (error) {
    if (!(error instanceof DescribedError))
      platform.log.error({ err: error, channel: channel.id }, "An alert couldn't be sent")
    return saveResult(platform, claimed, { error, thread: null })
  }
  await saveResult(platform, claimed, { error: null, thread })
}

/** The error is null if the message was accepted. */
type SendResult = { error: unknown; thread: StartedThread | null }

/** Saves whether a message was accepted, in its deliveries and in the channel's health. */
const saveResult = (
  platform: Platform,
  claimed: ClaimedMessage,
  { error, thread }: SendResult,
): Promise<void> =>
  runInTransaction(platform, async (trx, at) => {
    if (error === null) await saveSent(trx, claimed, at, thread)
    else await saveFailure(trx, claimed, at, error)
    await saveHealth(trx, claimed, at, error)
  })

async function saveSent(
  trx: Connection,
  { batch, channel }: ClaimedMessage,
  at: Date,
  thread: StartedThread | null,
): Promise<void> {
  const now = at.toISOString()
  if (thread)
    await sql`update alert_deliveries set thread_id = ${thread.id}
      where channel_id = ${channel.id} and message_key = ${thread.key}`.execute(trx)
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
