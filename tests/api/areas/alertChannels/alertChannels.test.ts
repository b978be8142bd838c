import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startPagerDuty,
  startTeams,
  startWebhook,
  channelSettings,
} from '#scripts/mockProviders/alertChannels.ts'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import { sendDueMessages } from '#server/platform/areas/alertChannels/sendDueMessages.ts'
import { refreshDeliveries } from '#server/platform/areas/alertChannels/refreshDeliveries.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { startWebhookReceiver } from '#tests/support/servers/webhookReceiver.ts'

const loopback = parseNetwork('127.0.0.0/8')
const minuteMs = 60_000

describe.each(chooseDatabases('PGlite'))('Alert channels on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  let mockProviders: {
    slack: Awaited<ReturnType<typeof startSlack>>
    teams: Awaited<ReturnType<typeof startTeams>>
    pagerDuty: Awaited<ReturnType<typeof startPagerDuty>>
    webhook: Awaited<ReturnType<typeof startWebhook>>
  }
  let call: Caller
  beforeAll(async () => {
    const [slack, teams, pagerDuty, webhook] = await Promise.all([
      startSlack(),
      startTeams(),
      startPagerDuty(),
      startWebhook(),
    ])
    mockProviders = { slack, teams, pagerDuty, webhook }
    platform().platform.endpoints = { pagerDuty: pagerDuty.url, slack: slack.url }
  })
  afterAll(() => Promise.all(Object.values(mockProviders).map(({ stop }) => stop())))
  beforeEach(async () => {
    await sql`delete from alert_rules`.execute(db())
    await sql`delete from alert_channels`.execute(db())
    await sql`delete from attention_items`.execute(db())
    for (const { state } of Object.values(mockProviders))
      Object.assign(state, { messages: [], errorStatus: null })
    mockProviders.slack.state.error = null
    platform().advance(10 * minuteMs)
    call = await openSession(platform())
  })

  const buildSettings = (type: string): object =>
    ({
      slackApp: { botToken: slackSettings.token, slackChannel: slackSettings.channel },
      slack: { url: mockProviders.slack.url + slackSettings.path },
      teams: { url: mockProviders.teams.url + channelSettings.teamsPath },
      pagerDuty: { integrationKey: channelSettings.integrationKey },
      webhook: {
        url: `${mockProviders.webhook.url}/`,
        signingSecret: channelSettings.signingSecret,
      },
      email: { recipients: ['ana@example.com', 'ben@example.com'] },
    })[type] ?? {}
  const createChannel = async (type: string, settings = buildSettings(type)): Promise<number> => {
    const body = { ...getInitialValues(alertChannels), name: `Channel ${type}`, type, ...settings }
    const created = await call('POST', '/alertChannels', { body })
    expect([created.status, created.body.fields]).toEqual([201, undefined])
    return created.body.id
  }
  const testChannel = async (id: number) => {
    const { body } = await call('POST', `/alertChannels/${id}/test`, { body: {} })
    await runProductJob(platform(), body.job)
    return (await call('GET', `/alertChannels/${id}/tests`)).body.data[0]
  }
  const activateChannel = async (type: string, settings?: object): Promise<number> => {
    const id = await createChannel(type, settings)
    expect((await testChannel(id)).outcome).toBe('passed')
    const body = { event: 'activate', despite: [] }
    expect((await call('POST', `/alertChannels/${id}/state`, { body })).status).toBe(200)
    for (const { state } of Object.values(mockProviders)) state.messages = []
    return id
  }
  const createRule = async (channelId: number, values: object = {}) => {
    const body = {
      ...getInitialValues(alertRules),
      name: `Rule ${channelId}`,
      channelId,
      ...values,
    }
    const created = await call('POST', '/alertRules', { body })
    expect([created.status, created.body.fields]).toEqual([201, undefined])
    return created.body
  }
  const insertAlert = (subject: string, values: { rank?: number; storeIds?: number[] } = {}) => {
    const at = platform().platform.now().toISOString()
    const { rank = 900, storeIds = [1] } = values
    return sql`
      insert into attention_items (subject, kind, permission, title, detail, store_ids, rank, fix, state, since,
        created_at, created_by, updated_at, updated_by)
      values (${subject}, 'incident', 'payments', ${`Cause of ${subject}`}, 'Cards & more <fail>.', ${storeIds}, ${rank},
        '/paymentAttempt', 'open', ${at}, ${at}, 'platform', ${at}, 'platform')
      on conflict (subject) do update set store_ids = excluded.store_ids, rank = excluded.rank`.execute(
      db(),
    )
  }
  const fixAlert = (subject: string) =>
    sql`delete from attention_items where subject = ${subject}`.execute(db())
  /** Does what happens after alerts have changed, `minutes` later. */
  const send = async (minutes = 0) => {
    platform().advance(minutes * minuteMs)
    const at = platform().platform.now().toISOString()
    await db()
      .transaction()
      .execute((trx) => refreshDeliveries(trx, at))
    return sendDueMessages(platform().platform)
  }
  const loadDeliveries = async () => (await call('GET', '/alertDeliveries')).body.data
  const getTexts = () => mockProviders.slack.state.messages.map(({ text }) => text)

  test.each(['slack', 'teams', 'pagerDuty', 'webhook'] as const)(
    'a %s channel passes its test, and its secrets never leave the server',
    async (type) => {
      const id = await createChannel(type)
      const { outcome, steps } = await testChannel(id)
      expect([outcome, steps.map(({ sentence }: { sentence: string }) => sentence)]).toEqual([
        'passed',
        [expect.stringMatching(/accepts connections/), expect.stringMatching(/was accepted/)],
      ])
      const messages = mockProviders[type].state.messages.length
      expect(messages).toBe(type === 'pagerDuty' ? 2 : 1)
      const { body } = await call('GET', `/alertChannels/${id}`)
      expect(JSON.stringify(body)).not.toMatch(/T000|mockProvider0000000|whsec|workflows/)
      expect(JSON.stringify((await call('GET', `/alertChannels/${id}/history`)).body)).not.toMatch(
        /T000|mockProvider0000000|whsec|workflows/,
      )
    },
  )

  test.each([
    ['slack', { errorStatus: 404 }, 'rejected the message with status 404'],
    ['slack', { errorStatus: 503 }, 'responded with status 503'],
    ['webhook', { errorStatus: 429 }, 'too many messages'],
  ] as const)('a %s channel with %j fails its test', async (type, state, sentence) => {
    const id = await createChannel(type)
    Object.assign(mockProviders[type].state, state)
    const { outcome, steps } = await testChannel(id)
    expect(outcome).toBe('failed')
    expect(steps[1]).toMatchObject({ field: 'url', sentence: expect.stringContaining(sentence) })
  })

  test('a channel without its settings is rejected', async () => {
    const body = { ...getInitialValues(alertChannels), name: 'Nothing', type: 'slack' }
    const { status, body: answer } = await call('POST', '/alertChannels', { body })
    expect([status, answer.fields]).toEqual([422, { url: 'Enter the webhook URL.' }])
  })

  test('a channel inside our own network is rejected by its test', async () => {
    const id = await createChannel('webhook', {
      url: 'https://10.0.0.7/hook',
      signingSecret: channelSettings.signingSecret,
    })
    expect((await testChannel(id)).steps[0]).toMatchObject({
      outcome: 'failed',
      code: 'ERR_IP_BLOCKED',
    })
  })

  test('an email channel needs the platform default SMTP setting', async () => {
    const id = await createChannel('email')
    expect((await testChannel(id)).steps[0]).toMatchObject({
      outcome: 'failed',
      sentence: "There's no platform default SMTP setting. Create one first.",
    })
  })

  test('an alert is one message, and another one says that it is fixed', async () => {
    await createRule(await activateChannel('slack'))
    await insertAlert('incident/1')
    await send()
    await send()
    expect(getTexts()).toEqual(['Critical: Cause of incident/1'])
    expect(JSON.stringify(mockProviders.slack.state.messages)).toContain(
      'Cards &amp; more &lt;fail&gt;. Affects 1 store.',
    )
    await send(5)
    expect(getTexts()).toHaveLength(1)
    await fixAlert('incident/1')
    await send()
    expect(getTexts()).toEqual(['Critical: Cause of incident/1', 'Fixed: Cause of incident/1'])
    expect(await loadDeliveries()).toMatchObject([{ status: 'fixed', sends: 2, event: null }])
    await insertAlert('incident/1')
    await send(2)
    expect(getTexts()).toHaveLength(3)
  })

  test("a slow channel doesn't delay the messages of other channels", async () => {
    const slow = await startWebhookReceiver()
    const { signingSecret } = channelSettings
    await createRule(await activateChannel('webhook', { url: slow.url, signingSecret }))
    await createRule(await activateChannel('slack'))
    slow.state.isWaiting = true
    await insertAlert('incident/1')
    const sent = send()
    await expect.poll(getTexts).toEqual(['Critical: Cause of incident/1'])
    slow.answerAll()
    await sent
    expect(await loadDeliveries()).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
    slow.stop()
  })

  test('an alert that is fixed within the delay is never sent', async () => {
    await createRule(await activateChannel('slack'), { delayMinutes: 10 })
    await insertAlert('incident/1')
    await insertAlert('incident/2')
    await send(9)
    await fixAlert('incident/1')
    await send(1)
    expect(getTexts()).toEqual(['Critical: Cause of incident/2'])
  })

  test('a storm becomes one summary a minute', async () => {
    await createRule(await activateChannel('slack'))
    await insertAlert('incident/0')
    await send()
    for (let number = 1; number <= 30; number += 1) await insertAlert(`incident/${number}`)
    expect(await send()).toBeGreaterThan(0)
    expect(getTexts()).toHaveLength(1)
    await send(1)
    expect(getTexts()[1]).toBe('30 alerts: 30 new')
    expect(JSON.stringify(mockProviders.slack.state.messages[1])).toContain('And 10 more.')
    await fixAlert('incident/7')
    await insertAlert('incident/8', { storeIds: [1, 2] })
    await send(1)
    expect(getTexts()[2]).toBe('2 alerts: 1 still open, 1 fixed')
  })

  test('PagerDuty gets one incident per message, resolved once all its alerts are fixed', async () => {
    await createRule(await activateChannel('pagerDuty'))
    await insertAlert('incident/1')
    await insertAlert('incident/2', { rank: 650 })
    await send()
    await fixAlert('incident/1')
    await send(1)
    await fixAlert('incident/2')
    await send(1)
    const events = mockProviders.pagerDuty.state.messages as {
      event_action: string
      dedup_key: string
    }[]
    expect(events).toMatchObject([
      {
        event_action: 'trigger',
        payload: {
          summary: '2 alerts: 2 new',
          severity: 'critical',
          source: 'console.example.com',
        },
      },
      { event_action: 'resolve' },
    ])
    expect(new Set(events.map(({ dedup_key: key }) => key)).size).toBe(1)
  })

  test('a webhook is signed as Standard Webhooks describes', async () => {
    await createRule(await activateChannel('webhook'))
    await insertAlert('incident/1')
    await send()
    expect(mockProviders.webhook.state.messages).toMatchObject([
      {
        type: 'alerts.changed',
        data: {
          subject: 'Critical: Cause of incident/1',
          alerts: [
            {
              event: 'opened',
              severity: 'critical',
              url: 'https://console.example.com/paymentAttempt',
            },
          ],
        },
      },
    ])
    expect(() => new Webhook(channelSettings.signingSecret)).not.toThrow()
  })

  test('a failing channel is degraded, keeps its alert, and recovers with the next message', async () => {
    const id = await activateChannel('slack')
    await createRule(id)
    await insertAlert('incident/1')
    mockProviders.slack.state.errorStatus = 404
    for (const minutes of [0, 1, 2]) await send(minutes)
    const getState = async () => (await call('GET', `/alertChannels/${id}`)).body.state
    expect(await getState()).toBe('degraded')
    const { rows } = await sql<{ title: string }>`select title from attention_items`.execute(db())
    expect(rows).toHaveLength(1)
    mockProviders.slack.state.errorStatus = null
    await send(5)
    expect(await getState()).toBe('active')
    expect(getTexts()).toEqual(['Critical: Cause of incident/1'])
    const { body } = await call('GET', `/alertChannels/${id}/tests`)
    expect(body.data.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['degraded', 'recovered']),
    )
  })

  test('an alert that is rejected again and again fails, and can be resent', async () => {
    await createRule(await activateChannel('slack'))
    await insertAlert('incident/1')
    mockProviders.slack.state.errorStatus = 410
    for (const minutes of [0, 1, 2, 5, 15, 60, 240]) await send(minutes)
    call = await openSession(platform())
    const [failed] = await loadDeliveries()
    expect(failed).toMatchObject({ status: 'failed', attempts: 7, nextTryAt: null })
    await send(600)
    call = await openSession(platform())
    expect((await loadDeliveries())[0].attempts).toBe(7)
    mockProviders.slack.state.errorStatus = null
    const resent = await call('POST', `/alertDeliveries/${failed.id}/resend`, { body: {} })
    expect(resent.status).toBe(200)
    await send()
    expect(getTexts()).toEqual(['Critical: Cause of incident/1'])
    const again = await call('POST', `/alertDeliveries/${failed.id}/resend`, { body: {} })
    expect([again.status, again.body.detail]).toEqual([409, 'You can only resend failed alerts.'])
  })

  test('a message whose outcome is unknown is sent again only after the window', async () => {
    await createRule(await activateChannel('slack'))
    await insertAlert('incident/1')
    mockProviders.slack.state.errorStatus = 503
    await send()
    mockProviders.slack.state.errorStatus = null
    await send(9)
    expect(getTexts()).toEqual([])
    await insertAlert('incident/2')
    await send(1)
    expect(getTexts()).toEqual(['Critical: Cause of incident/1'])
    await send(1)
    expect(getTexts()).toHaveLength(2)
  })

  test('a reminder is sent until the alert is snoozed', async () => {
    await createRule(await activateChannel('slack'), { repeatMinutes: 30 })
    await insertAlert('incident/1')
    await send()
    await send(30)
    await sql`update attention_items set state = 'snoozed'`.execute(db())
    await send(30)
    expect(getTexts()).toEqual(['Critical: Cause of incident/1', 'Still open: Cause of incident/1'])
  })

  test('a preview shows what a rule would have sent in the last 30 days', async () => {
    const rule = await createRule(await createChannel('slack'), { delayMinutes: 10 })
    const insertPast = (title: string, hoursAgo: number, minutes: number | null) => {
      const startedAt = platform().platform.now().getTime() - hoursAgo * 60 * minuteMs
      const endedAt = minutes === null ? null : new Date(startedAt + minutes * minuteMs)
      return sql`
        insert into alert_history (subject, kind, permission, title, store_ids, rank, started_at, ended_at)
        values (${title}, 'incident', 'payments', ${title}, '{1}', 900, ${new Date(startedAt)}, ${endedAt})`.execute(
        db(),
      )
    }
    await insertPast('Long', 2, 15)
    await insertPast('Short', 2, 5)
    await insertPast('Old', 31 * 24, 60)
    await insertPast('Open', 1, null)
    const path = `/alertRules/${rule.id}/preview`
    const { body } = await call('GET', path)
    expect(body.count).toBe(2)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Open', 'Long'])
    const account = await platform().addAccount(['alertChannels'])
    const reader = await openSession(platform(), account)
    expect((await reader('GET', path)).body).toEqual({ count: 0, data: [] })
    const limitedAccount = await platform().addAccount(['alertChannels', 'payments'], [])
    const limited = await openSession(platform(), limitedAccount)
    expect((await limited('GET', path)).body.count).toBe(0)
  })

  test('a rule sends only what its author can view, and only authors of all stores write rules', async () => {
    const channelId = await createChannel('slack')
    const body = { ...getInitialValues(alertRules), name: 'Mine', channelId }
    const author = await openSession(
      platform(),
      await platform().addAccount(['alertChannels', 'payments']),
    )
    const rejected = await author('POST', '/alertRules', { body })
    expect([rejected.status, rejected.body.fields]).toEqual([
      422,
      { areas: expect.stringContaining("You can't view Dashboard, Stores,") },
    ])
    const allowed = await author('POST', '/alertRules', { body: { ...body, areas: ['payments'] } })
    expect(allowed.status).toBe(201)
    const { id: storeId } = await createStore(call)
    const account = await platform().addAccount(['alertChannels', 'payments'], [storeId])
    const limited = await openSession(platform(), account)
    const values = { ...body, name: 'Theirs', areas: ['payments'], storeIds: [storeId] }
    expect((await limited('POST', '/alertRules', { body: values })).status).toBe(403)
  })
})
