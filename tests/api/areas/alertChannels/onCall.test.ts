import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findRotationAlerts } from '#server/platform/areas/alertChannels/rotationAlerts.ts'
import { sendWaitingMessages } from '#server/platform/areas/notifications/waitingMessages.ts'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import {
  createActiveChannel,
  createWithDefaults,
  insertAlert,
  sendAlerts,
} from '#tests/api/support/alerts.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'

const minuteMs = 60_000

describe.each(chooseDatabases('PGlite'))('On call on $name', (database) => {
  const platform = usePlatform(database, { ...mailPlatformOptions, seed: false })
  const db = () => platform().platform.db
  const now = () => platform().platform.now().toISOString()
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let slack: Awaited<ReturnType<typeof startSlack>>
  let call: Caller
  let ana: TestAccount
  let ben: TestAccount
  beforeAll(async () => {
    ;[mailServer, slack] = await Promise.all([startMailServer(), startSlack()])
    call = await openSession(platform())
    await createDefaultSmtpSetting(platform(), call, mailServer.port)
    ana = await platform().addAccount(['alertChannels', 'payments'])
    ben = await platform().addAccount(['alertChannels'])
  })
  afterAll(() => Promise.all([mailServer.stop(), slack.stop()]))
  beforeEach(async () => {
    for (const table of ['rules', 'deliveries', 'channels'])
      await sql`delete from ${sql.table(`alert_${table}`)}`.execute(db())
    await sql`delete from on_call_overrides`.execute(db())
    await sql`delete from on_call_rotations`.execute(db())
    await sql`delete from attention_items`.execute(db())
    await sql`delete from notification_preferences`.execute(db())
    await sql`update users set status = 'active'`.execute(db())
    platform().advance(10 * minuteMs)
    call = await openSession(platform())
    mailServer.received.length = 0
    slack.state.messages = []
  })

  const today = () => now().slice(0, 10)
  const createRotation = (values: object = {}) =>
    createWithDefaults(call, 'onCallRotations', {
      userIds: [ana.id, ben.id],
      startsOn: today(),
      handoverDay: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][
        platform().platform.now().getUTCDay()
      ],
      handoverTime: '00:00',
      ...values,
    })
  const createOnCallChannel = async (rotationId: number) => {
    const channel = { name: 'On call', type: 'onCall', rotationId }
    const id = await createActiveChannel(platform(), call, channel)
    await deliverDueEmails(platform().platform)
    mailServer.received.length = 0
    return id
  }
  const createSlackChannel = async () => {
    const url = slack.url + slackSettings.path
    const id = await createActiveChannel(platform(), call, { name: 'Chat', type: 'slack', url })
    slack.state.messages = []
    return id
  }
  const getTexts = () => slack.state.messages.map(({ text }) => text)
  const getEmails = () =>
    mailServer.received.map(({ to, content }) => [
      to[0],
      /^Subject: (.*)/m.exec(content)?.[1]?.trim(),
    ])
  const setQuietHours = async (account: TestAccount) => {
    const caller = await openSession(platform(), account)
    const hour = (hours: number) =>
      `${String((platform().platform.now().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`
    const body = { quietHours: true, quietFrom: hour(0), quietUntil: hour(2) }
    expect((await caller('PATCH', '/notificationPreferences', { body })).status).toBe(200)
  }

  test('a rotation says who is on call now and next', async () => {
    const id = await createRotation()
    const load = async () => (await call('GET', `/onCallRotations/${id}`)).body
    expect(await load()).toMatchObject({ currentUserId: ana.id, nextUserId: ben.id })
    const override = {
      reason: 'Vacation',
      rotationId: id,
      userId: ben.id,
      startsAt: now(),
      endsAt: new Date(Date.parse(now()) + 60 * minuteMs).toISOString(),
    }
    expect((await call('POST', '/onCallOverrides', { body: override })).status).toBe(201)
    expect(await load()).toMatchObject({
      currentUserId: ben.id,
      nextUserId: ana.id,
      nextAt: override.endsAt,
    })
    const wrong = await call('POST', '/onCallOverrides', {
      body: { ...override, endsAt: override.startsAt },
    })
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { endsAt: 'Enter a time after the start.' },
    ])
  })

  test('a user whose account is suspended is skipped, and an alert says so', async () => {
    const id = await createRotation()
    await sql`update users set status = 'suspended' where id = ${ana.id}`.execute(db())
    expect((await call('GET', `/onCallRotations/${id}`)).body.currentUserId).toBe(ben.id)
    expect(await findRotationAlerts(db(), now())).toMatchObject([
      {
        title: "A onCallRotations skips users whose account isn't active",
        detail: "Second User can't sign in. Replace this user in the rotation.",
        rank: 500,
        fix: `/alertChannels?rotations&edit=${id}`,
      },
    ])
    await sql`update users set status = 'suspended' where id = ${ben.id}`.execute(db())
    expect(await findRotationAlerts(db(), now())).toMatchObject([
      { title: 'No user is on call in A onCallRotations', rank: 860 },
    ])
  })

  test('only operators of all stores change rotations, and only operators are on call', async () => {
    const limited = await openSession(
      platform(),
      await platform().addAccount(['alertChannels', 'users'], []),
    )
    const storeAdmin = await platform().addAccount([], null, 2)
    const id = await createRotation()
    const removed = await limited('DELETE', `/onCallRotations/${id}`, { ifMatch: 1 })
    expect(removed.status).toBe(403)
    const { status, body } = await call('PATCH', `/onCallRotations/${id}`, {
      body: { userIds: [storeAdmin.id] },
      ifMatch: 1,
    })
    expect([status, body.fields]).toEqual([
      422,
      { userIds: "Choose only operators. Store admins can't be on call: Second User." },
    ])
  })

  test('an alert is escalated in steps until someone is assigned', async () => {
    const chat = await createSlackChannel()
    const onCall = await createOnCallChannel(await createRotation())
    await createWithDefaults(call, 'alertRules', {
      channelId: chat,
      firstEscalationMinutes: 5,
      firstEscalationChannelId: onCall,
      secondEscalationMinutes: 15,
      secondEscalationChannelId: chat,
    })
    await insertAlert(platform(), 'incident/1')
    await sendAlerts(platform())
    expect(getTexts()).toEqual(['Critical: Cause of incident/1'])
    platform().advance(4 * minuteMs)
    await sendAlerts(platform())
    expect(getEmails()).toEqual([])
    platform().advance(minuteMs)
    await sendAlerts(platform())
    await sendAlerts(platform())
    expect(getEmails()).toEqual([[ana.email, 'Not acknowledged: Cause of incident/1']])
    platform().advance(10 * minuteMs)
    await sendAlerts(platform())
    expect(getTexts()).toEqual([
      'Critical: Cause of incident/1',
      'Not acknowledged: Cause of incident/1',
    ])
    await sql`delete from attention_items`.execute(db())
    platform().advance(minuteMs)
    await sendAlerts(platform())
    expect(getEmails().at(-1)).toEqual([ana.email, 'Fixed: Cause of incident/1'])
  })

  test('those who were told of an alert are told that it is fixed, whoever is on call then', async () => {
    const id = await createRotation()
    await createWithDefaults(call, 'alertRules', {
      channelId: await createOnCallChannel(id),
      repeatMinutes: 30,
    })
    const putOnCall = async (userId: number) => {
      const endsAt = new Date(Date.parse(now()) + 600 * minuteMs).toISOString()
      const body = { reason: 'Swap', rotationId: id, userId, startsAt: now(), endsAt }
      expect((await call('POST', '/onCallOverrides', { body })).status).toBe(201)
    }
    await insertAlert(platform(), 'incident/1')
    await sendAlerts(platform())
    await putOnCall(ben.id)
    await insertAlert(platform(), 'incident/2')
    platform().advance(minuteMs)
    await sendAlerts(platform())
    await sql`delete from attention_items where subject = 'incident/1'`.execute(db())
    platform().advance(minuteMs)
    await sendAlerts(platform())
    expect(getEmails()).toEqual([
      [ana.email, 'Critical: Cause of incident/1'],
      [ben.email, 'Critical: Cause of incident/2'],
      [ana.email, 'Fixed: Cause of incident/1'],
    ])
    await putOnCall(ana.id)
    platform().advance(30 * minuteMs)
    await sendAlerts(platform())
    await sql`update users set status = 'suspended' where id = ${ben.id}`.execute(db())
    await sql`delete from attention_items`.execute(db())
    platform().advance(minuteMs)
    await sendAlerts(platform())
    expect(getEmails().slice(3)).toEqual([
      [ana.email, 'Still open: Cause of incident/2'],
      [ana.email, 'Fixed: Cause of incident/2'],
    ])
  })

  test('an alert that is snoozed in time is not escalated, and starts over when it opens again', async () => {
    const onCall = await createOnCallChannel(await createRotation())
    await createWithDefaults(call, 'alertRules', {
      channelId: await createSlackChannel(),
      firstEscalationMinutes: 5,
      firstEscalationChannelId: onCall,
    })
    await insertAlert(platform(), 'incident/1')
    await sendAlerts(platform())
    await sql`update attention_items set state = 'snoozed'`.execute(db())
    platform().advance(30 * minuteMs)
    await sendAlerts(platform())
    await sql`update attention_items set state = 'open'`.execute(db())
    await sendAlerts(platform())
    expect(getEmails()).toEqual([])
    platform().advance(5 * minuteMs)
    await sendAlerts(platform())
    expect(getEmails()).toEqual([[ana.email, 'Not acknowledged: Cause of incident/1']])
  })

  test.each([
    [
      { firstEscalationMinutes: 5 },
      'firstEscalationChannelId',
      'Enter both the minutes and the channel, or neither.',
    ],
    [
      { secondEscalationMinutes: 5, secondEscalationChannelId: 'chat' },
      'secondEscalationMinutes',
      'Fill in the previous escalation first.',
    ],
    [
      {
        firstEscalationMinutes: 5,
        firstEscalationChannelId: 'chat',
        secondEscalationMinutes: 5,
        secondEscalationChannelId: 'chat',
      },
      'secondEscalationMinutes',
      'Enter more than 5 minutes, because the previous escalation comes then.',
    ],
  ])('the escalation %j is rejected', async (values, field, message) => {
    const chat = await createSlackChannel()
    const id = await createWithDefaults(call, 'alertRules', { channelId: chat })
    const body = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === 'chat' ? chat : value]),
    )
    const rejected = await call('PATCH', `/alertRules/${id}`, { body, ifMatch: 1 })
    expect([rejected.status, rejected.body.fields]).toEqual([422, { [field]: message }])
  })

  test('an alert that only certain accounts see is sent to no channel', async () => {
    const chat = await createSlackChannel()
    const onCall = await createOnCallChannel(await createRotation())
    const values = { channelId: chat, firstEscalationMinutes: 5, firstEscalationChannelId: onCall }
    const id = await createWithDefaults(call, 'alertRules', values)
    const alert = { kind: 'approval', permission: 'dashboardRead', accountIds: [ana.id] }
    await insertAlert(platform(), 'approval/1', alert)
    await sendAlerts(platform())
    platform().advance(10 * minuteMs)
    await sendAlerts(platform())
    expect([getTexts(), getEmails()]).toEqual([[], []])
    expect((await call('GET', '/alertDeliveries')).body.data).toEqual([])
    const body = { kinds: ['approval'] }
    expect((await call('PATCH', `/alertRules/${id}`, { body, ifMatch: 1 })).status).toBe(422)
  })

  test('in quiet hours, critical alerts come at once and others as one email afterward', async () => {
    const onCall = await createOnCallChannel(await createRotation())
    const emails = { name: 'Emails', type: 'email', recipients: [ana.email, 'team@example.com'] }
    await createWithDefaults(call, 'alertRules', { channelId: onCall })
    await setQuietHours(ana)
    await insertAlert(platform(), 'incident/1')
    await insertAlert(platform(), 'incident/2', { rank: 500 })
    await insertAlert(platform(), 'incident/3', { rank: 300 })
    await sendAlerts(platform())
    expect(getEmails()).toEqual([[ana.email, 'Critical: Cause of incident/1']])
    await sendWaitingMessages(platform().platform)
    platform().advance(minuteMs)
    await sql`delete from attention_items where subject = 'incident/3'`.execute(db())
    await sendAlerts(platform())
    const channelId = await createActiveChannel(platform(), call, emails)
    await createWithDefaults(call, 'alertRules', {
      name: 'Emails',
      channelId,
      severity: 'critical',
    })
    await deliverDueEmails(platform().platform)
    mailServer.received.length = 0
    await sendAlerts(platform())
    expect(getEmails()).toEqual([['team@example.com', 'Critical: Cause of incident/1']])
    mailServer.received.length = 0
    platform().advance(120 * minuteMs)
    await sendWaitingMessages(platform().platform)
    await sendWaitingMessages(platform().platform)
    await deliverDueEmails(platform().platform)
    expect(getEmails()).toEqual([[ana.email, '3 alerts from your quiet hours']])
    const { content = '' } = mailServer.received[0] ?? {}
    expect(content).toContain('Warning: Cause of incident/2')
    expect(content).toContain('Fixed: Cause of incident/3')
    expect(content).not.toContain('Info: Cause of incident/3')
  })
})
