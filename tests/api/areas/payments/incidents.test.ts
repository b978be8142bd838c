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
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createSmtpSettings } from '#tests/api/support/mail.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const hour = 3_600_000

describe.each(chooseDatabases('PostgreSQL'))('Incidents and alerts on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const ago = (ms: number) => new Date(platform().platform.now().getTime() - ms).toISOString()
  let call: Caller
  let [firstStore, secondStore] = [0, 0]
  beforeEach(async () => {
    call = await openSession(platform())
    for (const table of ['payment_attempts', 'incidents', 'attention_items', 'integrations'])
      await sql`delete from ${sql.table(table)}`.execute(db())
    await sql`update stores set status = 'draft'`.execute(db())
    firstStore = Number((await createStore(call)).id)
    secondStore = Number((await createStore(call)).id)
  })
  const createFailure = (storeId: number, code: string, msAgo: number, overrides: object = {}) =>
    insertFailedOrder(db(), { storeId, at: ago(msAgo), decline: { code }, ...overrides })
  const loadList = async (path: string, by = call) => (await by('GET', path)).body.data
  const loadOpenIncidents = (by = call) => loadList('/incidents?filter[status][eq]=open', by)
  const runDetection = () => detectIncidents(platform().platform)

  test('a setup error in several stores is one incident with the amounts at stake by currency', async () => {
    await createFailure(firstStore, 'account_invalid', hour)
    await createFailure(secondStore, 'account_invalid', 2 * hour, { amount: 500, currency: 'JPY' })
    await createFailure(firstStore, 'account_invalid', 3 * hour)
    await runDetection()
    await runDetection()
    const incidents = await loadOpenIncidents()
    expect(incidents).toMatchObject([
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
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [secondStore]),
    )
    expect(await loadOpenIncidents(limitedCaller)).toMatchObject([{ stores: 1, failures: 1 }])
    const stores = await loadList(`/incidents/${incidents[0].id}/stores`, limitedCaller)
    expect(stores).toMatchObject([{ id: secondStore, currency: 'JPY', failures: 1, amount: 500 }])
    const unaffectedStore = Number((await createStore(call)).id)
    const stranger = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [unaffectedStore]),
    )
    expect(await loadOpenIncidents(stranger)).toEqual([])
  })

  test('failures open an incident only when an hour has far more of them than usual for the store', async () => {
    // With two failures an hour for a day, ten in one hour are unusual, but two aren't.
    for (let hoursAgo = 2; hoursAgo < 26; hoursAgo++)
      for (const _ of [1, 2]) await createFailure(firstStore, 'processing_error', hoursAgo * hour)
    await createFailure(firstStore, 'processing_error', 10_000)
    await createFailure(firstStore, 'processing_error', 10_000)
    await runDetection()
    expect(await loadOpenIncidents()).toEqual([])
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8])
      await createFailure(firstStore, 'processing_error', 10_000)
    for (const _ of [1, 2, 3]) await createFailure(secondStore, 'processing_error', 10_000)
    await runDetection()
    expect(await loadOpenIncidents()).toMatchObject([
      { cause: 'Stripe is returning errors', stores: 2, failures: 13 },
    ])
  })

  test('an incident stays resolved until another failure, and ends after a day without failures', async () => {
    await createFailure(firstStore, 'account_invalid', hour)
    await runDetection()
    const [incident] = await loadOpenIncidents()
    const resolve = (body: object, version = incident.version) =>
      call('POST', `/incidents/${incident.id}/resolution`, { body, ifMatch: version })
    expect(await resolve({})).toMatchObject({ status: 422 })
    expect(await resolve({ resolution: 'New key' })).toMatchObject({
      status: 200,
      body: { status: 'resolved', resolution: 'New key' },
    })
    expect((await resolve({ resolution: 'Again' }, incident.version + 1)).status).toBe(409)
    await runDetection()
    expect(await loadOpenIncidents()).toEqual([])
    platform().advance(2000)
    await createFailure(firstStore, 'account_invalid', 500)
    await runDetection()
    expect(await loadOpenIncidents()).toHaveLength(1)
    platform().advance(25 * hour)
    call = await openSession(platform())
    await runDetection()
    expect(await loadOpenIncidents()).toEqual([])
  })

  test("a resolved incident doesn't hide failures with another cause", async () => {
    for (const _ of [1, 2, 3]) await createFailure(firstStore, 'processing_error', 20_000)
    await runDetection()
    const [incident] = await loadOpenIncidents()
    const body = { resolution: 'They were down' }
    await call('POST', `/incidents/${incident.id}/resolution`, { body, ifMatch: incident.version })
    for (const _ of [1, 2, 3]) await createFailure(firstStore, 'insufficient_funds', 10_000)
    await runDetection()
    expect((await loadOpenIncidents()).map(({ reason }: { reason: string }) => reason)).toEqual([
      'insufficient_funds',
    ])
  })

  test('failures are counted through an index, and only for incidents that are still open', async () => {
    await createFailure(firstStore, 'account_invalid', hour)
    await createFailure(secondStore, 'api_key_expired', hour)
    await runDetection()
    const queryPlan = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        return sql`explain select from payment_attempts
          where ${causeKey} = 'x' and attempted_at >= now()`.execute(trx)
      })
    expect(JSON.stringify(queryPlan.rows)).toContain('payment_attempts_rest_expr_attempted_at_idx')
    const [first, second] = (await loadOpenIncidents()) as { id: number; failures: number }[]
    await sql`update incidents set status = 'resolved', resolved_at = ${ago(0)} where id = ${first?.id}`.execute(
      db(),
    )
    await sql`delete from incident_stores`.execute(db())
    await runDetection()
    const result = await sql<{ incidentId: number }>`
      select incident_id from incident_stores`.execute(db())
    expect(result.rows).toEqual([{ incidentId: second?.id }])
  })

  test('a gap in several stores is one alert that links to them, and reopens for another store', async () => {
    const refreshStoreAlerts = async (missingChecks: Record<number, string[]>) => {
      for (const [id, keys] of Object.entries(missingChecks))
        await sql`update stores set readiness = 60, status = 'active',
          readiness_checks = ${JSON.stringify(keys.map((key) => ({ key, ok: false, detail: 'x' })))}::jsonb
          where id = ${id}`.execute(db())
      await refreshAlerts(platform().platform)
    }
    const loadAlerts = (by = call) => loadList('/attentionItems', by)
    await refreshStoreAlerts({ [firstStore]: ['theme', 'mail'], [secondStore]: ['mail'] })
    const [name] = (await loadList('/stores')).filter(({ id }: { id: number }) => id === firstStore)
    const [mail, rest] = await loadAlerts()
    expect(mail).toMatchObject({
      title: 'Email not active',
      storeIds: [firstStore, secondStore].toSorted(),
    })
    expect(rest).toMatchObject({
      title: `${name.name}: no published theme`,
      storeIds: [firstStore],
    })
    expect(await loadAlerts()).toHaveLength(2)
    const stores = await loadList(mail.fix)
    expect(stores.map(({ id }: { id: number }) => id).toSorted()).toEqual(mail.storeIds)
    await sql`update stores set mail_state = 'degraded' where id = ${firstStore}`.execute(db())
    expect(await loadList(mail.fix)).toMatchObject([{ id: secondStore }])
    await sql`update stores set mail_state = 'not_configured' where id = ${firstStore}`.execute(
      db(),
    )

    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [secondStore]),
    )
    expect(await loadAlerts(limitedCaller)).toMatchObject([
      { title: mail.title, storeIds: [secondStore] },
    ])
    const resolve = (by: Caller) =>
      by('POST', `/attentionItems/${mail.id}/state`, {
        body: { state: 'resolved', reason: 'Known' },
      })
    expect((await resolve(limitedCaller)).status).toBe(403)
    expect((await resolve(call)).body.state).toBe('resolved')
    const thirdStore = Number((await createStore(call)).id)
    await refreshStoreAlerts({})
    expect((await loadAlerts()).map(({ state }: { state: string }) => state)).toEqual([
      'resolved',
      'open',
    ])
    await refreshStoreAlerts({ [thirdStore]: ['mail'] })
    expect((await loadAlerts())[0]).toMatchObject({ id: mail.id, state: 'open' })
  })

  test('a setup that fails in several stores is one alert because it is fixed once', async () => {
    const setting = await createSmtpSettings(call, 587, { host: 'smtp.good.example' })
    for (const id of [firstStore, secondStore]) {
      await sql`update stores set status = 'active', smtp_settings_id = ${setting.id} where id = ${id}`.execute(
        db(),
      )
      await sql`insert into integrations (store_id, kind, state, message) values
        (${id}, 'mail', 'degraded', ${id === firstStore ? 'It refuses the sign-in (535).' : 'It is full (452).'})`.execute(
        db(),
      )
    }
    const brokeAt = '2026-01-02T03:04:05.000Z'
    await sql`insert into integration_history (resource, record_id, what, version, actor, started_at, outcome)
      values ('smtpSettings', ${setting.id}, 'degraded', 1, 'platform', ${brokeAt}, 'failed')`.execute(
      db(),
    )
    const loadIntegrationAlerts = async () => {
      await refreshAlerts(platform().platform)
      return loadList('/attentionItems?filter[kind][eq]=integration')
    }
    const stores = [firstStore, secondStore].toSorted((a, b) => a - b)
    expect(await loadIntegrationAlerts()).toMatchObject([
      {
        title: `Emails through ${setting.name} are failing`,
        detail: 'It refuses the sign-in (535). It is full (452).',
        storeIds: stores,
        // The alert counts from the failure, not from its detection.
        since: brokeAt,
        fix: `/smtpSettings?test=${setting.id}`,
      },
    ])
    await sql`update integrations set state = 'active' where store_id = ${firstStore}`.execute(db())
    expect(await loadIntegrationAlerts()).toMatchObject([
      { title: expect.stringMatching(/^Emails are failing at /), storeIds: [secondStore] },
    ])
  })

  test("an incident's alert names its store only if it covers no other one", async () => {
    const loadTitle = async (by = call) => {
      await runDetection()
      await refreshAlerts(platform().platform)
      return (await loadList('/attentionItems?filter[kind][eq]=incident', by))[0].title
    }
    const { name } = (await call('GET', `/stores/${firstStore}`)).body
    await createFailure(firstStore, 'account_invalid', hour)
    expect(await loadTitle()).toBe(`Payments are failing at ${name}`)

    // The setup's alert covers another store, whose operators read the incident's alert instead.
    const setup = {
      ...getInitialValues(paymentSetups),
      name: 'Shared account',
      provider: 'stripe',
      storeIds: [firstStore, secondStore],
    }
    const { body } = await call('POST', '/paymentSetups', { body: setup })
    await sql`update payment_setups set state = 'degraded' where id = ${body.id}`.execute(db())
    await sql`update stores set status = 'active' where id in (${firstStore}, ${secondStore})`.execute(
      db(),
    )
    for (const id of [firstStore, secondStore])
      await sql`insert into integrations (store_id, kind, state, message) values
        (${id}, 'payment', 'degraded', 'It is closed.')
        on conflict (store_id, kind) do update set state = 'degraded', message = 'It is closed.'`.execute(
        db(),
      )
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [secondStore]),
    )
    expect(await loadTitle(limitedCaller)).toBe("The Stripe account isn't valid")
    await sql`delete from payment_setups`.execute(db())
  })

  test('incidents, failing integrations, and unready stores are alerts in this order until fixed', async () => {
    await createFailure(firstStore, 'account_invalid', hour)
    await runDetection()
    await sql`insert into integrations (store_id, kind, state, message) values
      (${firstStore}, 'mail', 'degraded', 'It refuses the sign-in (535).')`.execute(db())
    await sql`update stores set readiness = 60, status = 'active',
      readiness_checks = '[{"key": "members", "ok": false, "detail": "x"}, {"key": "mail", "ok": false, "detail": "x"}]'
      where id = ${firstStore}`.execute(db())
    await refreshAlerts(platform().platform)
    const loadAlerts = () => loadList('/attentionItems')
    expect(
      (await loadAlerts()).map(({ kind, detail }: Record<string, unknown>) => [kind, detail]),
    ).toEqual([
      ['incident', "The Stripe account isn't valid. The provider's error code is account_invalid."],
      ['integration', 'It refuses the sign-in (535).'],
      ['readiness', 'The store is 60% ready.'],
    ])
    const loadAlertCount = async (by: Caller) =>
      (await by('GET', '/users/roles/details')).body.user.attention
    expect(await loadAlertCount(call)).toBe(3)
    const stranger = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [secondStore]),
    )
    expect(await loadList('/attentionItems', stranger)).toEqual([])
    expect(await loadAlertCount(stranger)).toBe(0)

    // Users see only alerts about records that they can also read elsewhere.
    for (const [rights, kinds] of [
      [[], []],
      [['payments'], ['incident']],
      [['storesRead:read'], ['integration', 'readiness']],
    ] as const) {
      const account = await platform().addAccount(['ordersRead', ...rights])
      const reader = await openSession(platform(), account)
      const alerts = await loadList('/attentionItems', reader)
      expect(alerts.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
      expect(await loadAlertCount(reader)).toBe(kinds.length)
      const hidden = (await loadAlerts()).find(({ kind }: { kind: string }) => kind === 'incident')
      const { status } = await reader('GET', `/attentionItems/${hidden.id}`)
      expect(status).toBe(kinds.some((kind) => kind === 'incident') ? 200 : 404)
    }

    const [incident, mail, ready] = await loadAlerts()
    // An incident's alert counts from its opening, others count from their detection.
    const [openIncident] = await loadOpenIncidents()
    expect(incident.since).toBe(openIncident.openedAt)
    expect(openIncident.openedAt < mail.since).toBe(true)
    const changeState = ({ id }: { id: number }, body: object) =>
      call('POST', `/attentionItems/${id}/state`, { body })
    expect(await changeState(incident, { state: 'snoozed', days: 7 })).toMatchObject({
      status: 200,
      body: { state: 'snoozed' },
    })
    expect(await changeState(ready, { state: 'resolved' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason is a required field' } },
    })
    // Only alerts about failing integrations reopen automatically.
    const dismissal = { state: 'resolved', reason: 'The store opens in May' }
    expect((await changeState(ready, dismissal)).body).toMatchObject({
      ...dismissal,
      snoozedUntil: null,
    })
    expect((await changeState(ready, { state: 'gone' })).status).toBe(422)
    const owner = await call('PUT', `/attentionItems/${mail.id}/owner`, {
      body: { ownerId: platform().operator.id },
    })
    expect(owner.body.ownerId).toBe(platform().operator.id)
    // An undo after another change is rejected and returns the current alert.
    const lateUndo = await call('PUT', `/attentionItems/${mail.id}/owner`, {
      body: { ownerId: null },
      ifMatch: owner.body.version - 1,
    })
    expect([lateUndo.status, lateUndo.body.current?.ownerId]).toEqual([409, platform().operator.id])
    expect(await loadAlertCount(call)).toBe(1)
    await refreshAlerts(platform().platform)
    expect(await loadAlertCount(call)).toBe(1)

    const hidden = (await changeState(mail, { state: 'resolved', reason: 'The provider moves' }))
      .body
    const dayMs = 86_400_000
    const week = Date.parse(hidden.snoozedUntil) - platform().platform.now().getTime()
    expect(Math.round(week / dayMs)).toBe(7)
    const loadAfterRefresh = async (offsetMs: number) => {
      const at = new Date(Date.parse(hidden.snoozedUntil) + offsetMs).toISOString()
      await db()
        .transaction()
        .execute((trx) => refreshAlertsInTransaction(trx, at))
      return (await call('GET', `/attentionItems/${mail.id}`)).body
    }
    expect(await loadAfterRefresh(-1000)).toMatchObject({
      state: 'resolved',
      reason: 'The provider moves',
    })
    expect(await loadAfterRefresh(0)).toMatchObject({
      state: 'open',
      reason: null,
      snoozedUntil: null,
    })

    await sql`update integrations set state = 'active'`.execute(db())
    await refreshAlerts(platform().platform)
    expect((await loadAlerts()).map(({ kind }: { kind: string }) => kind)).toEqual([
      'incident',
      'readiness',
    ])
  })
})
