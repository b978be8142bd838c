import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  refreshAlertsInTransaction,
  refreshAlerts,
} from '#server/platform/areas/alerts/refreshAlerts.ts'
import {
  causeKey,
  detectIncidents,
} from '#server/platform/areas/payments/incidents/detectIncidents.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newSetting } from '#tests/api/support/mail.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

const hour = 3_600_000

describe.each(usually('PostgreSQL'))('incidents and what needs attention on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const ago = (ms: number) => new Date(platform().platform.now().getTime() - ms).toISOString()
  let call: Caller
  let [one, other] = [0, 0]
  beforeEach(async () => {
    call = await signedIn(platform())
    for (const table of ['payment_attempts', 'incidents', 'attention_items', 'integrations'])
      await sql`delete from ${sql.table(table)}`.execute(db())
    await sql`update stores set status = 'draft'`.execute(db())
    one = Number((await newStore(call)).id)
    other = Number((await newStore(call)).id)
  })
  const fail = (storeId: number, code: string, ms: number, told: object = {}) =>
    failedOrder(db(), { storeId, at: ago(ms), decline: { code }, ...told })
  const list = async (path: string, by = call) => (await by('GET', path)).body.data
  const open = (by = call) => list('/incidents?filter[status][eq]=open', by)
  const keep = () => detectIncidents(platform().platform)

  test('any configuration that is refused is one incident across stores, with what is at stake by currency', async () => {
    await fail(one, 'account_invalid', hour)
    await fail(other, 'account_invalid', 2 * hour, { amount: 500, currency: 'JPY' })
    await fail(one, 'account_invalid', 3 * hour)
    await keep()
    await keep()
    const found = await open()
    expect(found).toMatchObject([
      {
        cause: "The Stripe account isn't valid",
        stores: 2,
        failures: 3,
        stake: 2500,
        currency: 'EUR',
        stakes: [
          { currency: 'EUR', amount: 2500 },
          { currency: 'JPY', amount: 500 },
        ],
      },
    ])
    const limited = await signedIn(platform(), await platform().addAccount(everyRight, [other]))
    expect(await open(limited)).toMatchObject([{ stores: 1, failures: 1 }])
    const stores = await list(`/incidents/${found[0].id}/stores`, limited)
    expect(stores).toMatchObject([{ id: other, currency: 'JPY', failures: 1, amount: 500 }])
    const elsewhere = Number((await newStore(call)).id)
    const stranger = await signedIn(
      platform(),
      await platform().addAccount(everyRight, [elsewhere]),
    )
    expect(await open(stranger)).toEqual([])
  })

  test('failures of an hour are an incident from three deviations over the usual hour of the store, and not below', async () => {
    // Every hour of a day two failed: with four weeks of hours around them, ten are far more, and two are not.
    for (let at = 2; at < 26; at++)
      for (const _ of [1, 2]) await fail(one, 'processing_error', at * hour)
    await fail(one, 'processing_error', 10_000)
    await fail(one, 'processing_error', 10_000)
    await keep()
    expect(await open()).toEqual([])
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) await fail(one, 'processing_error', 10_000)
    for (const _ of [1, 2, 3]) await fail(other, 'processing_error', 10_000)
    await keep()
    expect(await open()).toMatchObject([
      { cause: 'Stripe is returning errors', stores: 2, failures: 13 },
    ])
  })

  test('one that is resolved stays so until more fails; one without failures for a day ends by itself', async () => {
    await fail(one, 'account_invalid', hour)
    await keep()
    const [incident] = await open()
    const resolve = (body: object, version = incident.version) =>
      call('POST', `/incidents/${incident.id}/resolution`, { body, ifMatch: version })
    expect(await resolve({})).toMatchObject({ status: 422 })
    expect(await resolve({ resolution: 'New key' })).toMatchObject({
      status: 200,
      body: { status: 'resolved', resolution: 'New key' },
    })
    expect((await resolve({ resolution: 'Again' }, incident.version + 1)).status).toBe(409)
    await keep()
    expect(await open()).toEqual([])
    platform().advance(2000)
    await fail(one, 'account_invalid', 500)
    await keep()
    expect(await open()).toHaveLength(1)
    platform().advance(25 * hour)
    call = await signedIn(platform())
    await keep()
    expect(await open()).toEqual([])
  })

  test('one that is resolved hides nothing of another cause', async () => {
    for (const _ of [1, 2, 3]) await fail(one, 'processing_error', 20_000)
    await keep()
    const [incident] = await open()
    const body = { resolution: 'They were down' }
    await call('POST', `/incidents/${incident.id}/resolution`, { body, ifMatch: incident.version })
    for (const _ of [1, 2, 3]) await fail(one, 'insufficient_funds', 10_000)
    await keep()
    expect((await open()).map(({ reason }: { reason: string }) => reason)).toEqual([
      'insufficient_funds',
    ])
  })

  test('each is counted by an index, and by itself: one that somebody resolves meanwhile stays resolved', async () => {
    await fail(one, 'account_invalid', hour)
    await fail(other, 'api_key_expired', hour)
    await keep()
    const plan = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        return sql`explain select from payment_attempts
          where ${causeKey} = 'x' and attempted_at >= now()`.execute(trx)
      })
    expect(JSON.stringify(plan.rows)).toContain('payment_attempts_cause_idx')
    const [first, second] = (await open()) as { id: number; failures: number }[]
    await sql`update incidents set status = 'resolved', resolved_at = ${ago(0)} where id = ${first?.id}`.execute(
      db(),
    )
    await sql`delete from incident_stores`.execute(db())
    await keep()
    const counted = await sql<{ incidentId: number }>`
      select incident_id from incident_stores`.execute(db())
    expect(counted.rows).toEqual([{ incidentId: second?.id }])
  })

  test('what several stores lack is one item that leads to them all; what was resolved is open again when it reaches another', async () => {
    const keepItems = async (lacks: Record<number, string[]>) => {
      for (const [id, keys] of Object.entries(lacks))
        await sql`update stores set readiness = 60, status = 'active',
          readiness_checks = ${JSON.stringify(keys.map((key) => ({ key, ok: false, detail: 'x' })))}::jsonb
          where id = ${id}`.execute(db())
      await refreshAlerts(platform().platform)
    }
    const items = (by = call) => list('/attentionItems', by)
    await keepItems({ [one]: ['theme', 'mail'], [other]: ['mail'] })
    const [name] = (await list('/stores')).filter(({ id }: { id: number }) => id === one)
    const [mail, rest] = await items()
    expect(mail).toMatchObject({ title: 'Email not active', storeIds: [one, other].toSorted() })
    expect(rest).toMatchObject({ title: `${name.name}: no published theme`, storeIds: [one] })
    expect(await items()).toHaveLength(2)
    const found = await list(mail.fix)
    expect(found.map(({ id }: { id: number }) => id).toSorted()).toEqual(mail.storeIds)
    await sql`update stores set mail_state = 'degraded' where id = ${one}`.execute(db())
    expect(await list(mail.fix)).toMatchObject([{ id: other }])
    await sql`update stores set mail_state = 'not_configured' where id = ${one}`.execute(db())

    const limited = await signedIn(platform(), await platform().addAccount(everyRight, [other]))
    expect(await items(limited)).toMatchObject([{ title: mail.title, storeIds: [other] }])
    const resolve = (by: Caller) =>
      by('POST', `/attentionItems/${mail.id}/state`, {
        body: { state: 'resolved', reason: 'Known' },
      })
    expect((await resolve(limited)).status).toBe(403)
    expect((await resolve(call)).body.state).toBe('resolved')
    const more = Number((await newStore(call)).id)
    await keepItems({})
    expect((await items()).map(({ state }: { state: string }) => state)).toEqual([
      'resolved',
      'open',
    ])
    await keepItems({ [more]: ['mail'] })
    expect((await items())[0]).toMatchObject({ id: mail.id, state: 'open' })
  })

  test('a set-up that fails in several stores is one item, for it is mended once', async () => {
    const setting = await newSetting(call, 587, { host: 'smtp.good.example' })
    for (const id of [one, other]) {
      await sql`update stores set status = 'active', smtp_settings_id = ${setting.id} where id = ${id}`.execute(
        db(),
      )
      await sql`insert into integrations (store_id, kind, state, message) values
        (${id}, 'mail', 'degraded', ${id === one ? 'It refuses the sign-in (535).' : 'It is full (452).'})`.execute(
        db(),
      )
    }
    const brokeAt = '2026-01-02T03:04:05.000Z'
    await sql`insert into integration_history (resource, record_id, what, version, actor, started_at, outcome)
      values ('smtpSettings', ${setting.id}, 'degraded', 1, 'platform', ${brokeAt}, 'failed')`.execute(
      db(),
    )
    const failing = async () => {
      await refreshAlerts(platform().platform)
      return list('/attentionItems?filter[kind][eq]=integration')
    }
    const stores = [one, other].toSorted((a, b) => a - b)
    expect(await failing()).toMatchObject([
      {
        title: `Emails through ${setting.name} are failing`,
        detail: 'It refuses the sign-in (535). It is full (452).',
        storeIds: stores,
        // Not since it was found.
        since: brokeAt,
        fix: `/smtpSettings?test=${setting.id}`,
      },
    ])
    await sql`update integrations set state = 'active' where store_id = ${one}`.execute(db())
    expect(await failing()).toMatchObject([
      { title: expect.stringMatching(/^Emails are failing at /), storeIds: [other] },
    ])
  })

  test('what fails, what is an incident and what is not ready needs attention in its order, until it is mended', async () => {
    await fail(one, 'account_invalid', hour)
    await keep()
    await sql`insert into integrations (store_id, kind, state, message) values
      (${one}, 'mail', 'degraded', 'It refuses the sign-in (535).')`.execute(db())
    await sql`update stores set readiness = 60, status = 'active',
      readiness_checks = '[{"key": "members", "ok": false, "detail": "x"}, {"key": "mail", "ok": false, "detail": "x"}]'
      where id = ${one}`.execute(db())
    await refreshAlerts(platform().platform)
    const items = () => list('/attentionItems')
    expect(
      (await items()).map(({ kind, detail }: Record<string, unknown>) => [kind, detail]),
    ).toEqual([
      ['incident', "The provider's error code is account_invalid."],
      ['integration', 'It refuses the sign-in (535).'],
      ['readiness', 'The store is 60% ready.'],
    ])
    const details = async (by: Caller) =>
      (await by('GET', '/users/roles/details')).body.user.attention
    expect(await details(call)).toBe(3)
    const stranger = await signedIn(platform(), await platform().addAccount(everyRight, [other]))
    expect(await list('/attentionItems', stranger)).toEqual([])
    expect(await details(stranger)).toBe(0)

    // Whoever may see that something needs attention is told what they may read elsewhere, and no more.
    for (const [rights, kinds] of [
      [[], []],
      [['payments'], ['incident']],
      [['storesRead:read'], ['integration', 'readiness']],
    ] as const) {
      const account = await platform().addAccount(['ordersRead', ...rights])
      const reader = await signedIn(platform(), account)
      const told = await list('/attentionItems', reader)
      expect(told.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
      expect(await details(reader)).toBe(kinds.length)
      const hidden = (await items()).find(({ kind }: { kind: string }) => kind === 'incident')
      const { status } = await reader('GET', `/attentionItems/${hidden.id}`)
      expect(status).toBe(kinds.some((kind) => kind === 'incident') ? 200 : 404)
    }

    const [incident, mail, ready] = await items()
    // An incident stands since it opened; of the others nothing is known before they were found.
    const [opened] = await open()
    expect(incident.since).toBe(opened.openedAt)
    expect(opened.openedAt < mail.since).toBe(true)
    const change = ({ id }: { id: number }, body: object) =>
      call('POST', `/attentionItems/${id}/state`, { body })
    expect(await change(incident, { state: 'snoozed', days: 7 })).toMatchObject({
      status: 200,
      body: { state: 'snoozed' },
    })
    expect(await change(ready, { state: 'resolved' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason is a required field' } },
    })
    // Only a failing integration opens again by itself.
    const dismissed = { state: 'resolved', reason: 'The store opens in May' }
    expect((await change(ready, dismissed)).body).toMatchObject({
      ...dismissed,
      snoozedUntil: null,
    })
    expect((await change(ready, { state: 'gone' })).status).toBe(422)
    const owner = await call('PUT', `/attentionItems/${mail.id}/owner`, {
      body: { ownerId: platform().operator.id },
    })
    expect(owner.body.ownerId).toBe(platform().operator.id)
    // Undo of what somebody changed since is refused, and tells what it is now.
    const late = await call('PUT', `/attentionItems/${mail.id}/owner`, {
      body: { ownerId: null },
      ifMatch: owner.body.version - 1,
    })
    expect([late.status, late.body.current?.ownerId]).toEqual([409, platform().operator.id])
    expect(await details(call)).toBe(1)
    await refreshAlerts(platform().platform)
    expect(await details(call)).toBe(1)

    const hidden = (await change(mail, { state: 'resolved', reason: 'The provider moves' })).body
    const dayMs = 86_400_000
    const week = Date.parse(hidden.snoozedUntil) - platform().platform.now().getTime()
    expect(Math.round(week / dayMs)).toBe(7)
    const stateAt = async (offsetMs: number) => {
      const at = new Date(Date.parse(hidden.snoozedUntil) + offsetMs).toISOString()
      await db()
        .transaction()
        .execute((trx) => refreshAlertsInTransaction(trx, at))
      return (await call('GET', `/attentionItems/${mail.id}`)).body
    }
    expect(await stateAt(-1000)).toMatchObject({ state: 'resolved', reason: 'The provider moves' })
    expect(await stateAt(0)).toMatchObject({ state: 'open', reason: null, snoozedUntil: null })

    await sql`update integrations set state = 'active'`.execute(db())
    await refreshAlerts(platform().platform)
    expect((await items()).map(({ kind }: { kind: string }) => kind)).toEqual([
      'incident',
      'readiness',
    ])
  })
})
