import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAlertLink } from '#server/platform/areas/alertChannels/alertLinks.ts'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import { email } from '#server/platform/areas/alertChannels/types/email.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))(
  'Links in messages about alerts on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    let guest: Caller
    beforeAll(async () => {
      call = await openSession(platform())
      guest = createCaller(platform())
    })
    const db = () => platform().platform.db
    const getNow = () => platform().platform.now().toISOString()

    const permissions = ['ordersRead', 'ordersRead:read', 'ordersRead:write', 'alertChannels']
    async function createAccount(keys = permissions, storeIds: number[] | null = null) {
      const account = await platform().addAccount(keys, storeIds)
      return { ...account, call: await openSession(platform(), account) }
    }

    const setChannelState = async (state: string) => {
      await sql`update alert_channels set state = ${state}`.execute(db())
      await refreshAlerts(platform().platform)
    }
    const loadAlerts = async () => {
      const { rows } = await sql<{ id: number; ownerId: number | null; state: string }>`
      select id, owner_id, state from attention_items order by id`.execute(db())
      return rows
    }

    let alertId = 0
    beforeEach(async () => {
      await sql`delete from alert_channels`.execute(db())
      await refreshAlerts(platform().platform)
      await sql`insert into alert_channels (name, type, recipients, state, created_at, created_by, updated_at, updated_by)
      values ('Night shift', 'email', '{}', 'degraded', now(), 'x', now(), 'x')`.execute(db())
      await refreshAlerts(platform().platform)
      alertId = (await loadAlerts())[0]?.id ?? 0
    })

    const buildToken = (recipient: { id: number; email: string } | null = null, at = getNow()) =>
      buildAlertLink(platform().platform, { alertId, recipient, at }).replace(/.*\/alerts\//, '')

    const respond = (token: string, action: string) =>
      guest('POST', '/alertLinks/respond', { body: { token, action } })
    const check = (token: string) => guest('POST', '/alertLinks/check', { body: { token } })

    test('lead signed-in operators to the alert, also after it was fixed', async () => {
      const path = `/alertLinks/${buildToken()}`
      const title = expect.stringContaining('Night shift')
      expect((await call('GET', path)).body).toEqual({
        alertId,
        title,
        kind: 'integration',
        fixedAt: null,
      })
      expect((await guest('GET', path)).status).toBe(401)
      await setChannelState('active')
      expect((await call('GET', path)).body).toEqual({
        alertId,
        title,
        kind: 'integration',
        fixedAt: expect.any(String),
      })
      await setChannelState('degraded')
      const [again] = await loadAlerts()
      expect(again?.id).not.toBe(alertId)
      expect((await call('GET', path)).body).toMatchObject({ alertId: again?.id, fixedAt: null })
    })

    test('can be replaced by the ID of the alert for signed-in operators', async () => {
      expect((await call('GET', `/alertLinks/${alertId}`)).body).toMatchObject({ alertId })
      expect((await call('GET', '/alertLinks/999999')).status).toBe(404)
      expect((await check(String(alertId))).status).toBe(404)
    })

    test("are no way to alerts that an operator can't see", async () => {
      const path = `/alertLinks/${buildToken()}`
      const limited = await createAccount(permissions, [1])
      expect((await limited.call('GET', path)).status).toBe(404)
      const reader = await createAccount(['ordersRead'])
      expect((await reader.call('GET', path)).status).toBe(404)
      const stranger = await createAccount(['Colors'])
      expect((await stranger.call('GET', path)).status).toBe(403)
    })

    test('expire after 7 days', async () => {
      const days = (count: number) =>
        new Date(Date.parse(getNow()) - count * 86_400_000 + 5000).toISOString()
      const operator = await createAccount()
      expect((await call('GET', `/alertLinks/${buildToken(null, days(7))}`)).status).toBe(200)
      const old = buildToken(operator, days(8))
      const answer = await call('GET', `/alertLinks/${old}`)
      expect(answer.status).toBe(404)
      expect(answer.body.detail).toMatch(/^This link has expired, because links work for 7 days\./)
      expect((await respond(old, 'acknowledge')).status).toBe(404)
    })

    test('do not work once any part is changed', async () => {
      const operator = await createAccount()
      const other = await createAccount()
      const parts = buildToken(operator).split('.')
      const changes: [number, string][] = [
        [0, String(alertId + 1)],
        [1, String(other.id)],
        [1, '0'],
        [1, '9999999999'],
        [2, String(Number(parts[2]) + 1)],
        [3, 'other'],
        [4, 'A'.repeat(43)],
      ]
      for (const [place, value] of changes) {
        const token = parts.with(place, value).join('.')
        expect((await call('GET', `/alertLinks/${token}`)).body.detail).toMatch(/^This link isn't/)
        expect((await respond(token, 'acknowledge')).status).toBe(404)
      }
      for (const token of ['', 'x', '1.2.3.4.5', `${parts.join('.')}.`])
        expect((await check(token)).status).toBe(404)
    })

    test('in an email to an operator acknowledge and snooze without sign-in, which the log tells', async () => {
      const operator = await createAccount()
      const token = buildToken(operator)
      expect((await check(token)).body).toMatchObject({
        email: operator.email,
        isOpen: true,
        isYours: false,
      })
      expect(await loadAlerts()).toMatchObject([{ ownerId: null, state: 'open' }])
      expect((await respond(token, 'acknowledge')).status).toBe(204)
      expect((await respond(token, 'acknowledge')).status).toBe(204)
      expect((await check(token)).body).toMatchObject({ isOpen: true, isYours: true })
      expect((await respond(token, 'snooze')).status).toBe(204)
      expect((await check(token)).body).toMatchObject({
        isOpen: false,
        snoozedUntil: expect.any(String),
      })
      expect(await loadAlerts()).toMatchObject([{ ownerId: operator.id, state: 'snoozed' }])
      const { rows } = await sql<{ event: string; actor: string; source: string }>`
      select event, actor, changes -> 'source' ->> 'after' as source from audit
      where target_type = 'attentionItems' and target_id = ${alertId} order by id`.execute(db())
      const source = `From a link sent to ${operator.email}`
      expect(rows).toEqual([
        { event: 'attentionItems.assigned', actor: operator.email, source },
        { event: 'attentionItems.snoozed', actor: operator.email, source },
      ])
    })

    test('do nothing else without sign-in', async () => {
      const token = buildToken(await createAccount())
      expect((await respond(token, 'resolved')).status).toBe(400)
      expect((await guest('PUT', `/attentionItems/${alertId}/owner`, { body: {} })).status).toBe(
        401,
      )
    })

    test('need sign-in if they are for everyone in a channel', async () => {
      expect((await check(buildToken())).status).toBe(404)
      expect((await respond(buildToken(), 'acknowledge')).status).toBe(404)
      expect(await loadAlerts()).toMatchObject([{ ownerId: null }])
    })

    test.each([
      ['was suspended', sql`status = 'suspended'`],
      ['has another address', sql`email = 'new-' || email`],
      ['lost the permission', sql`group_ids = '{}'`],
      ['lost the stores', sql`all_stores = false, store_ids = '{}'`],
    ])('need sign-in once their operator %s', async (_, change) => {
      const operator = await createAccount()
      const token = buildToken(operator)
      expect((await check(token)).status).toBe(200)
      await sql`update users set ${change} where id = ${operator.id}`.execute(db())
      expect((await check(token)).status).toBe(404)
      expect((await respond(token, 'acknowledge')).status).toBe(404)
      expect(await loadAlerts()).toMatchObject([{ ownerId: null }])
    })

    test("emails to an operator's address have personal links, and others don't", async () => {
      const operator = await createAccount()
      const record = { id: 1, recipients: [operator.email.toUpperCase(), 'team@example.com'] }
      const general = buildAlertLink(platform().platform, {
        alertId,
        recipient: null,
        at: getNow(),
      })
      await email.send(
        { platform: platform().platform, record: record as unknown as AnyRecord, secrets: {} },
        {
          id: 'message',
          at: getNow(),
          url: 'https://console.example.com/dashboard?attention',
          threads: [],
          items: [
            {
              key: 'key',
              subject: 'incident/1',
              event: 'opened',
              title: 'It fails',
              detail: null,
              severity: 'critical',
              stores: 0,
              url: 'https://console.example.com/fix',
              alertId,
              responseUrl: general,
              closesKey: false,
            },
          ],
        },
      )
      const { rows } = await sql<{ id: number; contentSealed: string | null }>`
      select id, content_sealed from mails where kind = 'alert' order by id desc limit 2`.execute(
        db(),
      )
      const [team, own] = rows.map((row) => openEmailContent(platform().platform, row)?.text ?? '')
      const findToken = (text = '') =>
        /comment: https:\/\/console\.example\.com\/alerts\/(\S+)\n/.exec(text)?.[1] ?? ''
      expect((await check(findToken(own))).body).toMatchObject({ email: operator.email })
      expect((await check(findToken(team))).status).toBe(404)
      expect((await call('GET', `/alertLinks/${findToken(team)}`)).status).toBe(200)
    })
  },
)
