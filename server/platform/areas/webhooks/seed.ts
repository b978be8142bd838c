import { sql } from 'kysely'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'
import { webhookCallMessages } from './messages.ts'

const msPerHour = 3_600_000

const deliveryRows = [
  { event: 'order.paid', status: 'delivered', responseStatus: 204, problem: null, hoursAgo: 50 },
  {
    event: 'refund.succeeded',
    status: 'failed',
    responseStatus: 503,
    problem: webhookCallMessages.rejected(503),
    hoursAgo: 26,
  },
]

/** Inserts a paused webhook, which gets no events, with some deliveries. */
export async function insertWebhooks(context: SeedContext): Promise<void> {
  const { trx, now } = context
  const webhook = {
    name: 'Warehouse',
    url: 'https://warehouse.example.com/events',
    events: ['order.paid', 'refund.succeeded'],
    storeIds: [],
    active: false,
  }
  const [id] = await insertRecords(context, 'webhookSubscriptions', [webhook])
  await sql`update webhook_subscriptions set status = 'paused' where id = ${id}`.execute(trx)
  const deliveries = deliveryRows.map(({ hoursAgo, ...delivery }, index) => {
    const happenedAt = new Date(now.getTime() - hoursAgo * msPerHour).toISOString()
    return {
      ...delivery,
      messageId: `msg_demo${index + 1}`,
      subscriptionId: id,
      happenedAt,
      attempts: delivery.problem === null ? 1 : 9,
      attemptedAt: happenedAt,
      durationMs: 84,
      body: JSON.stringify({ type: delivery.event, timestamp: happenedAt, data: {} }),
    }
  })
  await insertRecords(context, 'webhookDeliveries', deliveries)
}
