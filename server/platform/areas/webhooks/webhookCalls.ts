import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { replayFields, secretFields } from '#shared/areas/webhooks/webhookCalls.ts'
import { webhookDeliveries } from '#shared/areas/webhooks/webhookDeliveries.ts'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { handleCreate } from '#server/platform/core/records/changes/create.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import {
  buildRecordSchemas,
  toSchemaProperties,
} from '#server/platform/core/records/recordSchemas.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { webhookQueueName } from './sendDueWebhooks.ts'
import { webhookCallMessages } from './messages.ts'
import { replaceWebhookSecret } from './webhookSecrets.ts'

const writePermission = `${webhookSubscriptions.permission}:write` as const
const webhookSchemas = buildRecordSchemas(webhookSubscriptions)
const secretSchema = nameSchema(
  'WebhookSecret',
  objectSchema({ record: webhookSchemas.record, secret: nullableSchema(stringSchema) }),
)

/** The calls of webhooks, in addition to changing and deleting them. */
export const buildWebhookCalls = (modules: readonly ResourceModule[]): Call[] => [
  {
    kind: 'write',
    permission: writePermission,
    method: 'post',
    path: '/webhookSubscriptions',
    summary: 'Create a webhook. Only this response has its secret.',
    body: webhookSchemas.values,
    success: { status: 201, schema: secretSchema },
    handler: (context) => handleCreateWebhook(modules, context),
  },
  {
    kind: 'write',
    permission: writePermission,
    method: 'post',
    path: '/webhookSubscriptions/:id/secret',
    stepUp: 'always',
    summary: 'Replace the secret of a webhook. Only this response has the new one.',
    body: objectSchema(toSchemaProperties(secretFields)),
    success: { status: 200, schema: secretSchema },
    handler: handleReplaceSecret,
  },
  {
    kind: 'write',
    permission: writePermission,
    method: 'post',
    path: '/webhookSubscriptions/:id/ping',
    summary: 'Send a test event to a webhook',
    success: { status: 202, schema: objectSchema({ id: integerSchema }) },
    handler: handlePing,
  },
  {
    kind: 'write',
    permission: writePermission,
    method: 'post',
    path: '/webhookSubscriptions/:id/replay',
    summary: 'Resend all events that failed since a time, with the same message IDs',
    body: objectSchema(toSchemaProperties(replayFields)),
    success: { status: 202, schema: objectSchema({ count: integerSchema }) },
    handler: handleReplayFailed,
  },
  {
    kind: 'write',
    permission: writePermission,
    method: 'post',
    path: '/webhookDeliveries/:id/replay',
    summary: 'Resend an event with the same message ID',
    success: { status: 202, schema: objectSchema({ count: integerSchema }) },
    handler: handleReplay,
  },
]

async function handleCreateWebhook(
  modules: readonly ResourceModule[],
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller } = context
  requireAllStores(webhookSubscriptions, caller)
  const resource = modules.find(({ name }) => name === webhookSubscriptions.name)
  if (!resource) throw new Error('The platform has no webhooks')
  const { body } = await handleCreate(limitToCaller(caller, resource), context)
  const { id } = body as AnyRecord // What it just created.
  const secret = await replaceWebhookSecret(context, id, 0)
  const record = await loadRecord(trx, limitToCaller(caller, webhookSubscriptions), id)
  return { status: 201, body: { record, secret: null }, uncachedBody: { secret } }
}

async function loadOwnWebhook({ trx, caller, request }: RequestContext): Promise<AnyRecord> {
  requireAllStores(webhookSubscriptions, caller)
  const id = parseRecordId(webhookSubscriptions, request)
  return loadRecord(trx, limitToCaller(caller, webhookSubscriptions), id)
}

async function handleReplaceSecret(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request, audit } = context
  const webhook = await loadOwnWebhook(context)
  const { overlap } = parseValues({ fields: secretFields }, request.body, 'all')
  const secret = await replaceWebhookSecret(context, webhook.id, Number(overlap))
  const record = await loadRecord(trx, limitToCaller(caller, webhookSubscriptions), webhook.id)
  await audit({
    event: 'webhookSubscriptions.secretReplaced',
    target: toAuditTarget(webhookSubscriptions, record),
    stream: 'security',
  })
  return { status: 200, body: { record, secret: null }, uncachedBody: { secret } }
}

async function handlePing(context: RequestContext): Promise<CallResult> {
  const { trx, platform, now, caller, audit } = context
  const webhook = await loadOwnWebhook(context)
  if (webhook['active'] !== true) throw invalidState(webhookCallMessages.paused)
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (message_id, event, subscription_id, happened_at, status, next_try_at, body,
      created_at, created_by, updated_at, updated_by)
    values ('msg_' || replace(gen_random_uuid()::text, '-', ''), 'ping', ${webhook.id}, ${now}, 'waiting', ${now},
      ${JSON.stringify({ type: 'ping', timestamp: now, data: {} })}, ${now}, ${caller.email}, ${now}, ${caller.email})
    returning id`.execute(trx)
  await audit({
    event: 'webhookSubscriptions.tested',
    target: toAuditTarget(webhookSubscriptions, webhook),
  })
  const afterCommit = () => platform.wakeQueue(webhookQueueName)
  return { status: 202, body: { id: rows[0]?.id }, afterCommit }
}

/** Makes deliveries wait again, as if none of their attempts had been made. */
const replay = (trx: Transaction<Database>, now: string, condition: ReturnType<typeof sql>) =>
  sql`update webhook_deliveries set status = 'waiting', attempts = 0, next_try_at = ${now}, problem = null,
      version = version + 1, updated_at = ${now}
    where status <> 'waiting' and ${condition}`.execute(trx)

async function handleReplayFailed(context: RequestContext): Promise<CallResult> {
  const { trx, platform, request, now, audit } = context
  const webhook = await loadOwnWebhook(context)
  if (webhook['active'] !== true) throw invalidState(webhookCallMessages.paused)
  const { since } = parseValues({ fields: replayFields }, request.body, 'all')
  const { numAffectedRows = 0n } = await replay(
    trx,
    now,
    sql`subscription_id = ${webhook.id} and status = 'failed' and happened_at >= ${since}`,
  )
  await audit({
    event: 'webhookSubscriptions.replayed',
    target: toAuditTarget(webhookSubscriptions, webhook),
    after: { since, deliveries: Number(numAffectedRows) },
  })
  const afterCommit = () => platform.wakeQueue(webhookQueueName)
  return { status: 202, body: { count: Number(numAffectedRows) }, afterCommit }
}

async function handleReplay(context: RequestContext): Promise<CallResult> {
  const { trx, platform, request, caller, now, audit } = context
  requireAllStores(webhookSubscriptions, caller)
  const id = parseRecordId(webhookDeliveries, request)
  const delivery = await loadRecord(trx, limitToCaller(caller, webhookDeliveries), id)
  const subscriptionId = Number(delivery['subscriptionId'])
  const webhook = await loadRecord(trx, limitToCaller(caller, webhookSubscriptions), subscriptionId)
  if (webhook['active'] !== true) throw invalidState(webhookCallMessages.paused)
  const { numAffectedRows = 0n } = await replay(trx, now, sql`id = ${id}`)
  if (numAffectedRows === 0n) throw invalidState(webhookCallMessages.notFailed)
  await audit({
    event: 'webhookDeliveries.replayed',
    target: toAuditTarget(webhookDeliveries, delivery),
  })
  const afterCommit = () => platform.wakeQueue(webhookQueueName)
  return { status: 202, body: { count: Number(numAffectedRows) }, afterCommit }
}
