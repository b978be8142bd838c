import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import { refreshDeliveries } from '#server/platform/areas/alertChannels/refreshDeliveries.ts'
import { sendDueMessages } from '#server/platform/areas/alertChannels/sendDueMessages.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

const loopback = parseNetwork('127.0.0.0/8')
const minuteMs = 60_000

describe.each(chooseDatabases('PGlite'))('A Slack app on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  let slack: Awaited<ReturnType<typeof startSlack>>
  let call: Caller
  beforeAll(async () => {
    slack = await startSlack()
    platform().platform.endpoints = { slack: slack.url }
  })
  afterAll(() => slack.stop())
  beforeEach(async () => {
    for (const table of ['alert_rules', 'alert_channels', 'attention_items'])
      await sql`delete from ${sql.table(table)}`.execute(db())
    Object.assign(slack.state, { messages: [], errorStatus: null, error: null })
    platform().advance(10 * minuteMs)
    call = await openSession(platform())
  })

  const createChannel = (values: object = {}) =>
    call('POST', '/alertChannels', {
      body: {
        ...getInitialValues(alertChannels),
        name: 'Operations',
        type: 'slackApp',
        botToken: slackSettings.token,
        slackChannel: slackSettings.channel,
        ...values,
      },
    })
  const testChannel = async (id: number) => {
    const { body } = await call('POST', `/alertChannels/${id}/test`, { body: {} })
    await runProductJob(platform(), body.job)
    return (await call('GET', `/alertChannels/${id}/tests`)).body.data[0]
  }
  /** Creates an active channel that gets everything. */
  const prepareChannel = async (values: object = {}): Promise<number> => {
    const { id } = (await createChannel()).body
    await sql`update alert_channels set state = 'active' where id = ${id}`.execute(db())
    const rule = { ...getInitialValues(alertRules), name: 'All', channelId: id, ...values }
    expect((await call('POST', '/alertRules', { body: rule })).status).toBe(201)
    return id
  }
  const insertAlert = (subject: string, { rank = 900, storeIds = [1] } = {}) => {
    const at = platform().platform.now().toISOString()
    return sql`
      insert into attention_items (subject, kind, permission, title, store_ids, rank, fix, state, since,
        created_at, created_by, updated_at, updated_by)
      values (${subject}, 'incident', 'payments', ${`Cause of ${subject}`}, ${storeIds}, ${rank},
        '/paymentAttempt', 'open', ${at}, ${at}, 'platform', ${at}, 'platform')
      on conflict (subject) do update set store_ids = excluded.store_ids`.execute(db())
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
    await sendDueMessages(platform().platform)
  }
  /** The texts of the channel, and of replies below their thread's first message. */
  const getThreads = () =>
    slack.state.messages.flatMap(({ text, ts, thread_ts: parent }) =>
      parent === undefined
        ? [
            [
              text,
              ...slack.state.messages
                .filter(({ thread_ts: other }) => other === ts)
                .map((reply) => reply.text),
            ],
          ]
        : [],
    )

  test('passes its test, which names the app and its workspace', async () => {
    const { id, botToken } = (await createChannel()).body
    expect(botToken).toMatchObject({ set: true })
    const { outcome, steps } = await testChannel(id)
    expect([outcome, steps.map(({ sentence }: { sentence: string }) => sentence)]).toEqual([
      'passed',
      [
        'Slack accepts the bot token of alerts in Mock provider.',
        'The test message was accepted. Check that it arrived.',
      ],
    ])
    expect(getThreads()).toEqual([[expect.stringContaining('test of the alert channel')]])
    const { body } = await call('GET', `/alertChannels/${id}/history`)
    expect(JSON.stringify(body)).not.toContain(slackSettings.token)
  })

  test.each([
    ['invalid_auth', 0, 'botToken', 'Slack rejected the bot token. Paste a new one.'],
    ['missing_scope', 0, 'botToken', /Add the scope chat:write/],
    ['ratelimited', 0, 'botToken', /too many messages/],
    ['fatal_error', 0, 'botToken', /didn't say whether/],
    ['invalid_blocks', 0, 'botToken', 'Slack rejected the call with the error invalid_blocks.'],
  ])('fails its test with %s', async (error, step, field, sentence) => {
    const { id } = (await createChannel()).body
    slack.state.error = error
    const { outcome, steps } = await testChannel(id)
    expect(outcome).toBe('failed')
    expect(steps[step]).toMatchObject({ field, sentence: expect.stringMatching(sentence) })
  })

  test.each([
    ['channel_not_found', /couldn't find the channel/],
    ['not_in_channel', /isn't in the channel/],
    ['is_archived', /is archived/],
  ])('leads to the channel ID after %s', async (error, sentence) => {
    const { id } = (await createChannel()).body
    slack.state.postError = error
    const { steps } = await testChannel(id)
    expect(steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['passed', 'failed'])
    expect(steps[1]).toMatchObject({
      field: 'slackChannel',
      sentence: expect.stringMatching(sentence),
    })
    slack.state.postError = null
  })

  test('needs a bot token and a channel ID, and no webhook URL', async () => {
    const missing = await createChannel({ botToken: null, slackChannel: null })
    expect([missing.status, missing.body.fields]).toEqual([
      422,
      { botToken: 'Enter the bot token.', slackChannel: 'Enter the channel ID.' },
    ])
    const wrong = await createChannel({ botToken: 'xoxp-0000000000', slackChannel: '#general' })
    expect(wrong.body.fields).toEqual({
      botToken: 'Enter the bot token, which starts with xoxb-.',
      slackChannel: 'Enter the ID of a channel, such as C0123456789.',
    })
  })

  test('an alert is one thread, whose first message is updated until it is fixed', async () => {
    await prepareChannel({ repeatMinutes: 30 })
    await insertAlert('incident/1')
    await send()
    expect(getThreads()).toEqual([['Critical: Cause of incident/1']])
    await insertAlert('incident/1', { storeIds: [1, 2] })
    await send(1)
    expect(getThreads()).toEqual([['Critical: Cause of incident/1', 'Update: Cause of incident/1']])
    expect(JSON.stringify(slack.state.messages[0])).toContain('Affects 2 stores.')
    await send(30)
    expect(slack.state.messages.map((one) => one['reply_broadcast'])).toEqual([
      undefined,
      false,
      true,
    ])
    await fixAlert('incident/1')
    await send(1)
    expect(getThreads()).toEqual([
      [
        'Fixed: Cause of incident/1',
        'Update: Cause of incident/1',
        'Still open: Cause of incident/1',
        'Fixed: Cause of incident/1',
      ],
    ])
    expect(JSON.stringify(slack.state.messages[0])).not.toContain('"button"')
    await insertAlert('incident/1')
    await send(1)
    expect(getThreads().slice(1)).toEqual([['Critical: Cause of incident/1']])
  })

  test('a storm is one thread, which counts what is still open', async () => {
    await prepareChannel()
    for (let number = 1; number <= 30; number += 1) await insertAlert(`incident/${number}`)
    await send()
    await fixAlert('incident/3')
    await send(1)
    expect(getThreads()).toEqual([['30 alerts: 29 open, 1 fixed', 'Fixed: Cause of incident/3']])
    await sql`delete from attention_items`.execute(db())
    await send(1)
    expect(getThreads()).toEqual([
      ['30 alerts: 30 fixed', 'Fixed: Cause of incident/3', '29 alerts: 29 fixed'],
    ])
  })

  test('what concerns several threads is one message a minute, and each thread is updated', async () => {
    await prepareChannel()
    await insertAlert('incident/1')
    await send()
    await insertAlert('incident/2')
    await send(1)
    await fixAlert('incident/1')
    await fixAlert('incident/2')
    await insertAlert('incident/3')
    await send(1)
    expect(getThreads()).toEqual([
      ['Fixed: Cause of incident/1'],
      ['Fixed: Cause of incident/2'],
      ['3 alerts: 1 new, 2 fixed'],
    ])
    await fixAlert('incident/3')
    await send(1)
    expect(getThreads()[2]).toEqual(['Fixed: Cause of incident/3', 'Fixed: Cause of incident/3'])
  })

  test('an update whose thread was deleted at Slack starts a new one', async () => {
    await prepareChannel()
    await insertAlert('incident/1')
    await send()
    slack.state.messages = []
    await insertAlert('incident/1', { storeIds: [1, 2] })
    await send(1)
    expect(getThreads()).toEqual([['Update: Cause of incident/1']])
    await fixAlert('incident/1')
    await send(1)
    expect(getThreads()).toEqual([['Fixed: Cause of incident/1', 'Fixed: Cause of incident/1']])
  })

  test('a rate limit is honored, and the alert arrives once', async () => {
    await prepareChannel()
    await insertAlert('incident/1')
    slack.state.error = 'ratelimited'
    await send()
    const [delivery] = (await call('GET', '/alertDeliveries')).body.data
    expect(delivery).toMatchObject({
      status: 'waiting',
      problem: expect.stringContaining('too many'),
    })
    slack.state.error = null
    await send(1)
    await send(5)
    expect(getThreads()).toEqual([['Critical: Cause of incident/1']])
  })
})
