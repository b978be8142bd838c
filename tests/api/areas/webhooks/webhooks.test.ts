import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDueWebhooks } from '#server/platform/areas/webhooks/sendDueWebhooks.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { startWebhookReceiver } from '#tests/support/servers/webhookReceiver.ts'

const loopback = parseNetwork('127.0.0.0/8')
const [minuteMs, hourMs] = [60_000, 60 * 60_000]

describe.each(chooseDatabases('PostgreSQL'))('Webhooks on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  let operator: Caller
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    operator = await openSession(platform())
  })
  afterAll(() => receiver.stop())
  beforeEach(() => {
    receiver.state.status = 204
    receiver.state.received = []
  })

  let count = 0
  const create = async (values: object = {}) => {
    const body = {
      name: `Webhook ${++count}`,
      url: receiver.url,
      events: ['store.changed'],
      storeIds: [],
      active: true,
      ...values,
    }
    const answer = await operator('POST', '/webhookSubscriptions', { body })
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    const { record, secret } = answer.body
    return { id: record.id as number, secret: secret as string }
  }
  const send = () => sendDueWebhooks(platform().platform)
  const listDeliveries = async (subscriptionId: number) =>
    (
      await operator(
        'GET',
        `/webhookDeliveries?filter[subscriptionId][eq]=${subscriptionId}&sort=happenedAt`,
      )
    ).body.data
  const readWebhook = async (id: number) =>
    (await operator('GET', `/webhookSubscriptions/${id}`)).body
  const setActive = (id: number, isActive: boolean) =>
    sql`update webhook_subscriptions set active = ${isActive} where id = ${id}`.execute(
      platform().platform.db,
    )
  const remove = async (id: number) => {
    const { version } = await readWebhook(id)
    const path = `/webhookSubscriptions/${id}`
    expect((await operator('DELETE', path, { ifMatch: version })).status).toBe(204)
  }

  test('sends a signed event about a change, and logs the response', async () => {
    const { id, secret } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const store = await createStore(operator)
    await send()
    const [event] = receiver.state.received
    if (!event) throw new Error('Nothing was received')
    expect(receiver.verify(event, secret)).toEqual({
      type: 'store.changed',
      timestamp: expect.any(String),
      data: { resource: 'stores', id: store.id, storeIds: [store.id] },
    })
    const [delivery] = await listDeliveries(id)
    expect(delivery).toMatchObject({
      event: 'store.changed',
      status: 'delivered',
      attempts: 1,
      responseStatus: 204,
      durationMs: expect.any(Number),
      nextTryAt: null,
      messageId: event.id,
      body: event.body,
    })
    expect(await readWebhook(id)).toMatchObject({ status: 'active', failingSince: null })
    await remove(id)
  })

  test('a slow receiver delays only its own events, which it gets one at a time', async () => {
    const slow = await startWebhookReceiver()
    slow.state.isWaiting = true
    const slowWebhook = await create({ url: slow.url })
    const { id } = await create()
    const oldStore = await createStore(operator)
    const newStore = await createStore(operator)
    const sent = send()
    await expect.poll(() => receiver.state.received.length).toBe(2)
    const readStatuses = async (webhookId: number) =>
      (await listDeliveries(webhookId)).map(({ status }: { status: string }) => status)
    await expect.poll(() => readStatuses(id)).toEqual(['delivered', 'delivered'])
    expect(slow.state.received).toHaveLength(1)
    expect(await readStatuses(slowWebhook.id)).toEqual(['waiting', 'waiting'])

    slow.answerAll()
    await sent
    const ids = slow.state.received.map(({ body }) => JSON.parse(body).data.id)
    expect(ids).toEqual([oldStore.id, newStore.id])
    expect(await readStatuses(slowWebhook.id)).toEqual(['delivered', 'delivered'])
    slow.stop()
    await remove(slowWebhook.id)
    await remove(id)
  })

  test('sends only chosen events, of chosen stores', async () => {
    const one = await createStore(operator)
    const { id } = await create({ storeIds: [one.id] })
    const other = await create({ events: ['user.invited'] })
    await createStore(operator)
    const change = await operator('PATCH', `/stores/${one.id}`, {
      body: { description: 'Changed' },
      ifMatch: one.version,
    })
    expect([200, 422]).toContain(change.status)
    await send()
    const deliveries = await listDeliveries(id)
    for (const { body } of deliveries) expect(JSON.parse(body).data.id).toBe(one.id)
    expect(await listDeliveries(other.id)).toEqual([])
    await remove(id)
    await remove(other.id)
  })

  test('a rejected write has no event', async () => {
    const { id } = await create({ events: ['member.joined'] })
    await platform()
      .platform.db.transaction()
      .execute(async (trx) => {
        await sql`insert into members (name, email, active, created_at, created_by, updated_at, updated_by)
          values ('Ana', 'ana@example.com', true, now(), 'test', now(), 'test')`.execute(trx)
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await listDeliveries(id)).toEqual([])
    await sql`insert into members (name, email, active, created_at, created_by, updated_at, updated_by)
      values ('Ana', 'ana@example.com', true, now(), 'test', now(), 'test')`.execute(
      platform().platform.db,
    )
    expect(await listDeliveries(id)).toHaveLength(1)
    await remove(id)
  })

  test('tells when an alert opens and is fixed, but not when only some accounts see it', async () => {
    const { id } = await create({ events: ['alert.opened', 'alert.fixed'] })
    const { db } = platform().platform
    await sql`
      insert into alert_history (subject, kind, title, store_ids, rank, started_at, alert_id)
      values ('test/1', 'incident', 'Payments fail', '{}', 900, now(), 4711)`.execute(db)
    await sql`update alert_history set ended_at = now() where subject = 'test/1'`.execute(db)
    expect((await listDeliveries(id)).map(({ event }: { event: string }) => event)).toEqual([
      'alert.opened',
      'alert.fixed',
    ])
    await remove(id)
  })

  test('tries again with the same message ID, and marks the webhook as failing', async () => {
    const { id, secret } = await create()
    await createStore(operator)
    receiver.state.status = 500
    await send()
    expect(await readWebhook(id)).toMatchObject({
      status: 'failing',
      failingSince: expect.any(String),
    })
    expect(await listDeliveries(id)).toEqual([
      expect.objectContaining({
        status: 'waiting',
        responseStatus: 500,
        problem: 'The program responded with status 500.',
        nextTryAt: expect.any(String),
      }),
    ])
    receiver.state.status = 200
    platform().advance(minuteMs)
    await send()
    const [first, second] = receiver.state.received
    expect(second?.id).toBe(first?.id)
    if (second) receiver.verify(second, secret)
    expect(await readWebhook(id)).toMatchObject({ status: 'active', failingSince: null })
    await remove(id)
  })

  test('a program that is gone (410) disables its webhook at once', async () => {
    const { id } = await create()
    receiver.state.status = 410
    await operator('POST', `/webhookSubscriptions/${id}/ping`)
    await send()
    expect(await readWebhook(id)).toMatchObject({ status: 'disabled', active: false })
    await remove(id)
  })

  test('a ping is sent at once', async () => {
    const { id, secret } = await create()
    expect((await operator('POST', `/webhookSubscriptions/${id}/ping`)).status).toBe(202)
    await send()
    const [event] = receiver.state.received
    expect(event && receiver.verify(event, secret)).toMatchObject({ type: 'ping' })
    await remove(id)
  })

  test('both secrets sign during the overlap, then only the new one', async () => {
    const { id, secret } = await create()
    const replaced = await operator('POST', `/webhookSubscriptions/${id}/secret`, {
      body: { overlap: '1' },
    })
    const receiveBy = async (one: string) => {
      receiver.state.received = []
      await operator('POST', `/webhookSubscriptions/${id}/ping`)
      await send()
      const [event] = receiver.state.received
      if (!event) throw new Error('Nothing was received')
      // The receiver's library compares with the real time.
      const headers = {
        ...event.headers,
        'webhook-timestamp': event.headers['webhook-timestamp'] ?? '',
      }
      return receiver.verify({ ...event, headers }, one)
    }
    expect(await receiveBy(secret)).toMatchObject({ type: 'ping' })
    expect(await receiveBy(replaced.body.secret)).toMatchObject({ type: 'ping' })
    await sql`update webhook_subscriptions set rotated_until = now() - interval '1 second' where id = ${id}`.execute(
      platform().platform.db,
    )
    await expect(receiveBy(secret)).rejects.toThrow()
    expect(await receiveBy(replaced.body.secret)).toMatchObject({ type: 'ping' })
    await remove(id)
  })

  test('a paused webhook gets nothing', async () => {
    const { id } = await create({ active: false })
    await createStore(operator)
    await send()
    expect(await listDeliveries(id)).toEqual([])
    expect((await operator('POST', `/webhookSubscriptions/${id}/ping`)).status).toBe(409)
    expect(await readWebhook(id)).toMatchObject({ status: 'paused' })
    await remove(id)
  })

  test("what waits for a paused webhook doesn't keep the queue awake", async () => {
    const { id } = await create()
    receiver.state.status = 500
    await operator('POST', `/webhookSubscriptions/${id}/ping`)
    await send()
    expect(await send()).toBeGreaterThan(0)
    // A webhook can be paused while a request to it is under way, whose retry is then planned.
    await setActive(id, false)
    expect(await send()).toBeNull()
    await setActive(id, true)
    await remove(id)
  })

  test("an internal address isn't called", async () => {
    const { id } = await create({ url: 'https://10.1.2.3/events' })
    await operator('POST', `/webhookSubscriptions/${id}/ping`)
    await send()
    expect((await listDeliveries(id))[0]).toMatchObject({
      responseStatus: null,
      problem: expect.stringMatching(/internal|private/i),
    })
    await remove(id)
  })

  test('only operators of all stores manage webhooks, for events that they can view', async () => {
    const store = await createStore(operator)
    const limited = await openSession(
      platform(),
      await platform().addAccount(['apiKeys', 'storesRead'], [store.id]),
    )
    const body = {
      name: 'Mine',
      url: receiver.url,
      events: ['store.changed'],
      storeIds: [],
      active: true,
    }
    expect((await limited('POST', '/webhookSubscriptions', { body })).status).toBe(403)
    const { id } = await create()
    expect((await limited('GET', '/webhookSubscriptions')).body.data).toEqual([])
    const change = { body: { active: false }, ifMatch: 1 }
    expect((await limited('GET', `/webhookSubscriptions/${id}`)).status).toBe(404)
    expect((await limited('PATCH', `/webhookSubscriptions/${id}`, change)).status).toBe(404)
    await remove(id)
    const reader = await openSession(platform(), await platform().addAccount(['apiKeys', 'Sizes']))
    const { status, body: answer } = await reader('POST', '/webhookSubscriptions', { body })
    expect([status, answer.fields]).toEqual([
      422,
      { events: "Choose only events that you can view. You can't view Store changed." },
    ])
  })

  // Moves the clock far ahead, which the receiver's library would reject.
  test('disables a webhook that failed for days, with an alert, and replays what failed', async () => {
    const { id } = await create()
    await createStore(operator)
    receiver.state.status = 503
    await send()
    for (let hours = 0; hours < 100; hours += 10) {
      platform().advance(10 * hourMs)
      await send()
    }
    operator = await openSession(platform())
    expect(await readWebhook(id)).toMatchObject({ status: 'disabled', active: false })
    expect((await listDeliveries(id))[0]).toMatchObject({ status: 'failed', nextTryAt: null })
    await refreshAlerts(platform().platform)
    const alerts = (await operator('GET', '/attentionItems?limit=100')).body.data
    expect(alerts.map(({ title }: { title: string }) => title)).toContainEqual(
      expect.stringContaining('is disabled because its deliveries failed'),
    )
    const replay = () =>
      operator('POST', `/webhookSubscriptions/${id}/replay`, {
        body: { since: '2020-01-01T00:00:00.000Z' },
      })
    expect((await replay()).status).toBe(409)
    const { version } = await readWebhook(id)
    await operator('PATCH', `/webhookSubscriptions/${id}`, {
      body: { active: true },
      ifMatch: version,
    })
    expect(await readWebhook(id)).toMatchObject({ status: 'active', failingSince: null })
    const firstId = receiver.state.received[0]?.id
    receiver.state.status = 200
    receiver.state.received = []
    expect((await replay()).body).toEqual({ count: 1 })
    await send()
    expect(receiver.state.received.map((event) => event.id)).toEqual([firstId])
    const [delivery] = await listDeliveries(id)
    const again = await operator('POST', `/webhookDeliveries/${delivery.id}/replay`)
    expect(again.status).toBe(202)
    await send()
    expect(receiver.state.received.map((event) => event.id)).toEqual([firstId, firstId])
    await remove(id)
  })
})
