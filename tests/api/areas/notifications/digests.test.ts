import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postEntries } from '#server/platform/areas/credits/postEntries.ts'
import type { NewEntry } from '#server/platform/areas/credits/postEntries.ts'
import { recordAttempt } from '#server/platform/areas/payments/attempts.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { sendDigests } from '#server/platform/areas/notifications/sendDigests.ts'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { readEmailPart, startMailServer } from '#tests/support/mailServer.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'
import { createStore } from '#tests/api/support/stores.ts'

const hourMs = 60 * 60_000

describe.each(chooseDatabases('PostgreSQL'))('Digests on $name', (database) => {
  const platform = usePlatform(database, { ...mailPlatformOptions, seed: false })
  const db = () => platform().platform.db
  const now = () => platform().platform.now()
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let call: Caller
  let reader: TestAccount
  let store: { id: number; name: string }
  let other: { id: number; name: string }
  beforeAll(async () => {
    mailServer = await startMailServer()
    call = await openSession(platform())
    await createDefaultSmtpSetting(platform(), call, mailServer.port)
    store = await createStore(call)
    other = await createStore(call)
    reader = await platform().addAccount(['storesRead', 'payments', 'ordersRead'], [store.id])
  })
  afterAll(() => mailServer.stop())
  beforeEach(async () => {
    for (const table of ['alert_history', 'deadlines', 'notification_preferences', 'mails'])
      await sql`delete from ${sql.table(table)}`.execute(db())
    // Each test begins at noon.
    platform().advance(36 * hourMs - (now().getTime() % (24 * hourMs)))
    mailServer.received.length = 0
  })

  const toIso = (hours: number) => new Date(now().getTime() + hours * hourMs).toISOString()
  const insertPast = (
    title: string,
    values: { hours: number; ended?: number; storeIds?: number[]; permission?: string },
  ) => {
    const { hours, ended, storeIds = [store.id], permission = 'storesRead' } = values
    return sql`
      insert into alert_history (subject, kind, permission, title, store_ids, rank, fix, started_at, ended_at)
      values (${title}, 'readiness', ${permission}, ${title}, ${storeIds}, 300, ${`/stores/${storeIds[0]}`},
        ${toIso(hours)}, ${ended === undefined ? null : toIso(ended)})`.execute(db())
  }
  const insertDeadline = (title: string, hours: number, storeIds: number[]) =>
    sql`
    insert into deadlines (title, at, kind, store_ids, link, subject, permission, created_at, created_by, updated_at, updated_by)
    values (${title}, ${toIso(hours)}, 'credential', ${storeIds}, '/stores/1', ${title}, 'storesRead',
      ${toIso(0)}, 'platform', ${toIso(0)}, 'platform')`.execute(db())
  /** Lets the payment of a failed order fail again. */
  const insertAttempt = (orderId: number, at: string) =>
    db()
      .transaction()
      .execute((trx) =>
        recordAttempt(trx, {
          at,
          gateway: 'stripe',
          decline: { code: 'insufficient_funds' },
          card: { brand: 'visa', last4: '4242' },
          orderId,
          amount: 1250,
          currency: 'EUR',
        }),
      )
  const subscribe = async (values: object) => {
    const caller = await openSession(platform(), reader)
    const body = { digest: 'daily', digestTime: '13:00', ...values }
    const { status } = await caller('PATCH', '/notificationPreferences', { body })
    expect(status).toBe(200)
    return caller
  }
  const send = async (hours = 0) => {
    platform().advance(hours * hourMs)
    await sendDigests(platform().platform)
    await deliverDueEmails(platform().platform)
  }
  /** The first email, decoded from quoted-printable, with its headers unfolded. */
  const getContent = () =>
    (mailServer.received[0]?.content ?? '')
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\r\n[ \t]/g, ' ')

  test('is off until an operator turns it on, in the time zone in which they see times', async () => {
    const caller = await openSession(platform(), reader)
    await caller('PUT', '/preferences/timeZone', { body: { value: ['Europe/Berlin'] } })
    const { body } = await caller('GET', '/notificationPreferences')
    expect(body).toMatchObject({ digest: 'off', quietHours: false, timeZone: 'Europe/Berlin' })
    await insertPast('Broken', { hours: -1 })
    await caller('PUT', '/preferences/timeZone', { body: { value: null } })
    await send(48)
    expect(mailServer.received).toEqual([])
  })

  test('says what its reader can see, once', async () => {
    await subscribe({})
    await insertPast('Broken here', { hours: -1 })
    await insertPast('Broken & fixed', { hours: -2, ended: -1 })
    await insertPast('Broken elsewhere', { hours: -1, storeIds: [other.id] })
    await insertPast('Of another area', { hours: -1, permission: 'smtpSettings' })
    await insertPast('Long ago', { hours: -30, ended: -26 })
    await insertDeadline('Token expires soon', 24 * 10, [store.id])
    await insertDeadline('Token expires later', 24 * 16, [store.id])
    await insertDeadline('Token of another store', 24 * 2, [other.id])
    await send()
    expect(mailServer.received).toEqual([])
    await send(1)
    await send(1)
    expect(mailServer.received.map(({ to }) => to)).toEqual([[reader.email]])
    const content = getContent()
    expect(content).toContain('Subject: Daily digest: 2 new alerts, 1 fixed, 1 due soon')
    for (const text of ['Broken here', 'Broken &#38; fixed', 'Token expires soon'])
      expect(content).toContain(text)
    expect(content).toContain(`https://console.example.com/stores/${store.id}`)
    for (const text of ['elsewhere', 'another area', 'Long ago', 'expires later', 'another store'])
      expect(content).not.toContain(text)
    expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    await insertPast('Broken again', { hours: -1 })
    await send(24)
    expect(mailServer.received).toHaveLength(2)
  })

  test('sums money as the lists that it links to', async () => {
    const account = await platform().addAccount(
      ['payments', 'ordersRead', 'dashboardRead'],
      [store.id],
    )
    const caller = await openSession(platform(), account)
    const body = { digest: 'daily', digestTime: '13:00' }
    expect((await caller('PATCH', '/notificationPreferences', { body })).status).toBe(200)
    const fail = (hours: number, values: { amount?: number; currency?: string } = {}) =>
      insertFailedOrder(db(), { storeId: store.id, at: toIso(hours), ...values })
    await fail(-30)
    await insertFailedOrder(db(), { storeId: other.id, at: toIso(-1) })
    const recovered = await fail(-3, { amount: 2000 })
    await fail(-2, { amount: 800, currency: 'GBP' })
    const retried = await fail(-5)
    // The same order fails twice, and counts once.
    await insertAttempt(retried, toIso(-4))
    await sql`update payment_attempts set status = 'recovered', recovered_at = ${toIso(-1)}
      where order_id = ${recovered}`.execute(db())
    for (const [index, amount] of [300, 450].entries()) {
      const { rows } = await sql<{ id: number }>`
        insert into members (store_id, name, email, active, created_at, created_by, updated_at, updated_by)
        values (${store.id}, ${`Member ${index}`}, ${`member${index}@digest.example`}, true, now(), 'x', now(), 'x')
        returning id`.execute(db())
      const entry: NewEntry = {
        storeId: store.id,
        memberId: Number(rows[0]?.id),
        type: 'issue',
        amount,
        unit: 'points',
        reason: 'Anniversary',
        issuedBy: 'digest@example.com',
        expiresAt: null,
      }
      await db()
        .transaction()
        .execute((trx) => postEntries(trx, toIso(0), [entry]))
    }
    await send(1)
    const [email] = mailServer.received
    const text = email ? readEmailPart(email, 'text/plain') : ''
    const lines = [...text.matchAll(/^- (.*)\r?\n  (https:.*?)\r?$/gm)].map(
      ([, line = '', url = '']) => ({ line, url: new URL(url) }),
    )
    expect(lines.map(({ line }) => line)).toEqual([
      '32.50 EUR failed in 2 orders',
      '8.00 GBP failed in 1 order',
      '20.00 EUR recovered in 1 order',
      '750 points in outstanding credits for 2 members',
    ])
    const shown: string[] = []
    for (const { url } of lines) {
      const isLiability = url.searchParams.has('liability')
      url.searchParams.delete('liability')
      const resource = isLiability ? creditLiabilities : paymentAttempts
      const { body: list, status } = await caller('GET', `/${resource.name}${url.search}`)
      expect(status).toBe(200)
      const orders = new Map<number, number>(
        list.data.map((row: Record<string, number>) => [
          row['orderId'] ?? row['id'],
          row['amount'] ?? row['outstanding'],
        ]),
      )
      const sum = [...orders.values()].reduce((total, amount) => total + amount, 0)
      shown.push(`${sum} of ${orders.size}`)
    }
    expect(shown).toEqual(['3250 of 2', '800 of 1', '2000 of 1', '750 of 1'])
  })

  test('is not sent if nothing happened', async () => {
    await subscribe({})
    await send(1)
    expect(mailServer.received).toEqual([])
  })

  test('a weekly one comes on its day', async () => {
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    await subscribe({ digest: 'weekly', digestDay: days[(now().getUTCDay() + 1) % 7] })
    await insertPast('Broken', { hours: -1 })
    await send(12)
    expect(mailServer.received).toEqual([])
    await send(13)
    expect(getContent()).toContain('Subject: Weekly digest: 1 new alert')
  })

  test('waits for the end of quiet hours', async () => {
    await subscribe({ quietHours: true, quietFrom: '12:30', quietUntil: '15:00' })
    await insertPast('Broken', { hours: -1 })
    await send(1)
    expect(mailServer.received).toEqual([])
    await send(2)
    expect(mailServer.received).toHaveLength(1)
  })

  test('two processes send it once, and one that dies sends it later', async () => {
    await subscribe({})
    await insertPast('Broken', { hours: -1 })
    platform().advance(hourMs)
    const dying = {
      ...platform().platform,
      secrets: Object.create(platform().platform.secrets, {
        seal: {
          value: () => {
            throw new Error('The process dies')
          },
        },
        firstKeyId: { value: platform().platform.secrets.firstKeyId },
        deriveKey: {
          value: (...args: [string, string]) => platform().platform.secrets.deriveKey(...args),
        },
      }),
    }
    await sendDigests(dying)
    expect(platform().log.map(({ msg }) => msg)).toContain("A digest couldn't be sent")
    await deliverDueEmails(platform().platform)
    expect(mailServer.received).toEqual([])
    await Promise.all([sendDigests(platform().platform), sendDigests(platform().platform)])
    await deliverDueEmails(platform().platform)
    expect(mailServer.received).toHaveLength(1)
  })

  test('its link unsubscribes without a session, and can be used again', async () => {
    const caller = await subscribe({})
    await insertPast('Broken', { hours: -1 })
    await send(1)
    const [, url = ''] = /List-Unsubscribe: <([^>]+)>/.exec(getContent()) ?? []
    const { pathname, searchParams } = new URL(url)
    expect(pathname).toBe('/unsubscribe')
    const unsubscribe = (token: string | null) =>
      fetch(`${platform().url}/digests/unsubscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    for (let count = 0; count < 2; count += 1)
      expect((await unsubscribe(searchParams.get('token'))).status).toBe(204)
    expect((await caller('GET', '/notificationPreferences')).body.digest).toBe('off')
    expect((await unsubscribe(`${searchParams.get('token')}x`)).status).toBe(404)
    const operator = await openSession(platform())
    const filter = 'filter[event][eq]=users.digestUnsubscribed'
    const { body } = await operator('GET', `/platformLogEntries?${filter}`)
    expect(body.data[0]).toMatchObject({
      event: 'users.digestUnsubscribed',
      changes: { digest: { before: 'daily', after: 'off' } },
    })
  })

  test('a change that is based on an older version is rejected with the current one', async () => {
    const caller = await subscribe({})
    const { body } = await caller('GET', '/notificationPreferences')
    const change = { body: { digest: 'weekly' }, ifMatch: body.version }
    expect((await caller('PATCH', '/notificationPreferences', change)).status).toBe(200)
    const rejected = await caller('PATCH', '/notificationPreferences', {
      ...change,
      body: { digest: 'off' },
    })
    expect(rejected).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { digest: 'weekly' } },
    })
    const wrong = await caller('PATCH', '/notificationPreferences', {
      body: { digestTime: '08:15', timeZone: 'Nowhere' },
    })
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: { digestTime: expect.any(String), timeZone: expect.any(String) } },
    })
  })
})
