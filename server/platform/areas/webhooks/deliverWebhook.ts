import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import { DescribedError } from '#server/platform/core/platform/describedError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { webhookCallMessages } from './messages.ts'
import { openWebhookSecrets } from './webhookSecrets.ts'
import type { SealedSecrets } from './webhookSecrets.ts'

/** A delivery that this process sends now. */
export type ClaimedWebhook = Omit<SealedSecrets, 'id'> & {
  id: number
  subscriptionId: number
  messageId: string
  attempts: number
  body: string
  url: string
}

/** The minutes before each retry, about three days in all. After the last one, it has failed. */
const webhookRetryMinutes = [0.1, 5, 30, 120, 300, 600, 840, 1200, 1440]

/** A webhook whose deliveries have failed for this many days is disabled. */
const disableAfterDays = 3

type Attempt = {
  status: number | null
  problem: string | null
  durationMs: number
  isGone: boolean
}

/** Sends a request and saves the result. The request is sent outside of transactions. */
export async function deliverWebhook(platform: Platform, claimed: ClaimedWebhook): Promise<void> {
  const startedAt = performance.now()
  const { status, problem } = await sendRequest(platform, claimed)
  const attempt = {
    status,
    problem,
    durationMs: Math.round(performance.now() - startedAt),
    isGone: status === 410,
  }
  await runInTransaction(platform, async (trx, at) => {
    await saveAttempt(trx, claimed, attempt, at)
    if (problem === null) await saveAcceptedAttempt(trx, claimed, at)
    else await saveFailedAttempt(trx, claimed, attempt, at)
  })
}

/** Sends a request with the headers of Standard Webhooks (standardwebhooks.com). */
async function sendRequest(
  platform: Platform,
  claimed: ClaimedWebhook,
): Promise<Pick<Attempt, 'status' | 'problem'>> {
  const { messageId, body, url, subscriptionId } = claimed
  const at = platform.now()
  try {
    const secrets = openWebhookSecrets(platform, { ...claimed, id: subscriptionId }, at)
    if (secrets.length === 0) return { status: null, problem: webhookCallMessages.noSecret }
    const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, at, body))
    const { status } = await platform.outgoing.request({
      url,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
    })
    const isAccepted = status >= 200 && status < 300
    return { status, problem: isAccepted ? null : webhookCallMessages.rejected(status) }
  } catch (error) {
    if (error instanceof DescribedError) return { status: null, problem: error.sentence }
    platform.log.error({ err: error, delivery: claimed.id }, "A webhook couldn't be sent")
    return { status: null, problem: webhookCallMessages.failedInside }
  }
}

async function saveAttempt(
  trx: Connection,
  { id, attempts }: ClaimedWebhook,
  { status, problem, durationMs, isGone }: Attempt,
  at: Date,
): Promise<void> {
  const minutes = isGone ? undefined : webhookRetryMinutes[attempts - 1]
  const isOver = problem === null || minutes === undefined
  const next = isOver ? null : new Date(at.getTime() + minutes * 60_000).toISOString()
  const state = problem === null ? 'delivered' : isOver ? 'failed' : 'waiting'
  await sql`
    update webhook_deliveries set status = ${state}, response_status = ${status}, duration_ms = ${durationMs},
      problem = ${problem}, next_try_at = ${next}, version = version + 1, updated_at = ${at.toISOString()}
    where id = ${id}`.execute(trx)
}

async function saveAcceptedAttempt(
  trx: Connection,
  { subscriptionId }: ClaimedWebhook,
  at: Date,
): Promise<void> {
  await sql`
    update webhook_subscriptions set last_delivered_at = ${at.toISOString()}, failing_since = null,
      status = case status when 'failing' then 'active' else status end
    where id = ${subscriptionId}`.execute(trx)
}

/** Marks the webhook as failing. Disables one that is gone, or that has failed for days. */
async function saveFailedAttempt(
  trx: Connection,
  { subscriptionId }: ClaimedWebhook,
  { isGone }: Attempt,
  at: Date,
): Promise<void> {
  const now = at.toISOString()
  const oldest = new Date(at.getTime() - disableAfterDays * 86_400_000).toISOString()
  const { rows } = await sql<{ id: number; name: string; status: string }>`
    update webhook_subscriptions set failing_since = coalesce(failing_since, ${now}),
      status = case when ${isGone} or failing_since <= ${oldest} then 'disabled' else 'failing' end,
      active = not (${isGone} or coalesce(failing_since <= ${oldest}, false))
    where id = ${subscriptionId} and active returning id, name, status`.execute(trx)
  const [webhook] = rows
  if (webhook?.status !== 'disabled') return
  const sentence = isGone ? webhookCallMessages.gone : webhookCallMessages.stopped(disableAfterDays)
  await sql`
    update webhook_deliveries set status = 'failed', next_try_at = null, problem = ${sentence}
    where subscription_id = ${subscriptionId} and status = 'waiting'`.execute(trx)
  const { id, name: label } = webhook
  const audit = createAuditor(trx, { asked: { id: 'webhooks', ip: '' }, now, actor: 'platform' })
  await audit({
    event: 'webhookSubscriptions.disabled',
    severity: 'warning',
    target: { type: webhookSubscriptions.name, id, label },
    cause: sentence,
  })
}
