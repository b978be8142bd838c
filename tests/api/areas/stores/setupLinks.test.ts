import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import { refreshAlertsInTransaction } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { platformIntegrations } from '#server/platform/areas/integrations.ts'
import { integrationKinds } from '#shared/engine/integrations/integrationKinds.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { setupsServing } from '#tests/api/support/setups.ts'
import { newStore } from '#tests/api/support/stores.ts'

type Told = { kind: string; to: string; state: string }

describe.each(usually('PostgreSQL'))('links to what mends an integration on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let store: { id: number; name: string; code: string; version: number }
  const ids: Record<string, number> = {}
  /** The links of the store, and of what it lacks to be ready, before anything was set up. */
  let unset: Told[]
  let unready: { key: string; fix?: string }[]

  beforeAll(async () => {
    call = await signedIn(platform())
    store = await newStore(call, { type: 'mixed' })
    unset = await told()
    unready = (await call('GET', `/stores/${store.id}/readiness`)).body.checks
    for (const [name, body] of setupsServing(store)) {
      const answer = await call('POST', `/${name}`, { body })
      expect([answer.status, answer.body.fields]).toEqual([201, undefined])
      ids[name] = answer.body.id
    }
    const body = { smtpSettingsId: ids['smtpSettings'] }
    const { version } = (await call('GET', `/stores/${store.id}`)).body
    const joined = await call('PATCH', `/stores/${store.id}`, { body, ifMatch: version })
    expect([joined.status, joined.body.fields]).toEqual([200, undefined])
  })
  const told = async (): Promise<Told[]> =>
    (await call('GET', `/stores/${store.id}/integrations`)).body.data
  /** As after a test that failed at the first of its settings. */
  const fail = async () => {
    for (const { resource, settings } of platformIntegrations) {
      const id = ids[resource.name] ?? 0
      const steps = [
        { name: 'x', title: 'x', required: true, outcome: 'failed', field: settings[0] },
      ]
      await sql`insert into integration_history (resource, record_id, what, version, actor, started_at, outcome, steps)
        values (${resource.name}, ${id}, 'test', 1, 'tests', now(), 'failed', ${JSON.stringify(steps)}::jsonb)`.execute(
        db(),
      )
    }
    await sql`insert into integrations (store_id, kind, state, message)
      select ${store.id}, kind, 'degraded', 'It fails.' from unnest(${[...integrationKinds]}::text[]) as told (kind)
      on conflict (store_id, kind) do update set state = 'degraded', message = 'It fails.'`.execute(
      db(),
    )
    await sql`update stores set status = 'active' where id = ${store.id}`.execute(db())
  }

  test('one that is in order leads to its set-up', async () => {
    const { smtpSettings, paymentSetups, printfulSetup } = ids
    expect(await told()).toMatchObject([
      { kind: 'mail', to: `/smtpSettings?test=${smtpSettings}` },
      { kind: 'signOn', to: `/stores/${store.id}/adminSso/setup#test` },
      { kind: 'payment', to: `/payment-setup/${paymentSetups}/details#test` },
      { kind: 'gift', to: '/giftCardSetup?environment=live#test' },
      { kind: 'print', to: `/printfulSetup?test=${printfulSetup}` },
      {
        kind: 'memberSignOn',
        state: 'draft',
        to: `/stores/${store.id}/member/mobile-sso/setup#test`,
      },
    ])
  })

  test('one that nobody set up leads to the form of a new one with the store chosen, whatever its kind', () => {
    const chosen = [
      `/stores/${store.id}/`,
      `begin[storeIds]=${store.id}`,
      `begin[name]=${encodeURIComponent(store.name)}`,
    ]
    for (const { kind, to, state } of unset) {
      expect(state, kind).toBe('not_configured')
      expect(
        chosen.some((choice) => to.includes(choice)),
        `${kind}: ${to}`,
      ).toBe(true)
    }
    expect(unset.map(({ kind }) => kind)).toEqual(storeIntegrationKinds)
    const fixes = Object.fromEntries(unready.map(({ key, fix }) => [key, fix]))
    for (const kind of ['mail', 'payment', 'gift'])
      expect(fixes[kind], kind).toBe(unset.find((one) => one.kind === kind)?.to)
  })

  test('the only live account of gift cards that is not for a store leads to its stores', async () => {
    const to = async (id: number) =>
      (await call('GET', `/stores/${id}/integrations`)).body.data.find(
        ({ kind }: Told) => kind === 'gift',
      ).to
    const other = await newStore(call)
    await sql`update gift_card_setup set store_ids = array[${store.id}]::int[]`.execute(db())
    await sql`delete from integrations where store_id = ${other.id}`.execute(db())
    const link = await to(other.id)
    await sql`update gift_card_setup set store_ids = '{}'`.execute(db())
    expect(link).toBe('/giftCardSetup?environment=live&field=storeIds#field-storeIds')
  })

  test('one that fails leads to the field that its last test failed at, from wherever it is told', async () => {
    await fail()
    const failing = await told()
    for (const { kind, to } of failing) {
      const known = platformIntegrations.find((one) =>
        one.serves
          ? one.serves.kind === kind
          : one.resource.name === 'memberSignOns' && kind === 'memberSignOn',
      )
      expect(to).toMatch(new RegExp(`#field-${known?.settings[0]}$`))
      expect(known?.resource.fields).toHaveProperty(known?.settings[0] ?? '')
    }
    const linkOf = (kind: string) => failing.find((one) => one.kind === kind)?.to
    expect(linkOf('mail')).toBe(`/smtpSettings?edit=${ids['smtpSettings']}#field-host`)
    expect(linkOf('gift')).toContain('/giftCardSetup?environment=live&field=')

    await sql`update stores set readiness_checks = ${JSON.stringify(
      integrationKinds.map((key) => ({ key, ok: key === 'print', detail: null })),
    )}::jsonb where id = ${store.id}`.execute(db())
    const { checks } = (await call('GET', `/stores/${store.id}/readiness`)).body
    expect(checks.map(({ key, fix }: { key: string; fix: string }) => [key, fix])).toEqual(
      integrationKinds.map((key) => [key, key === 'print' ? undefined : linkOf(key)]),
    )

    await db()
      .transaction()
      .execute((trx) => refreshAlertsInTransaction(trx, platform().platform.now().toISOString()))
    const { data } = (await call('GET', '/attentionItems?filter[kind][eq]=integration&limit=50'))
      .body
    expect(data.map(({ fix }: { fix: string }) => fix).toSorted()).toEqual(
      integrationKinds.map(linkOf).toSorted(),
    )
  })

  test('All Stores filters by what needs attention: it finds the very stores that it counts, and none once it is mended', async () => {
    const look = () =>
      db()
        .transaction()
        .execute((trx) => refreshAlertsInTransaction(trx, platform().platform.now().toISOString()))
    const found = async (id: number) =>
      (await call('GET', `/stores?filter[attentionIds][eq]=${id}&limit=50`)).body.data.map(
        (one: { id: number }) => one.id,
      )
    await fail()
    await look()
    const { data } = (await call('GET', '/attentionItems?limit=50')).body
    for (const { id, storeIds } of data) expect(await found(id)).toEqual(storeIds)
    const failing = data.find(({ kind }: { kind: string }) => kind === 'integration')
    expect(await found(failing.id)).toEqual([store.id])

    await sql`update integrations set state = 'active' where store_id = ${store.id}`.execute(db())
    await look()
    expect(await found(failing.id)).toEqual([])
  })
})
