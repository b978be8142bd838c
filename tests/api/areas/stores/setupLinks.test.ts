import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import { refreshAlertsInTransaction } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { integrationKinds } from '#shared/engine/integrations/integrationKinds.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { buildStoreSetups } from '#tests/api/support/setups.ts'
import { createStore } from '#tests/api/support/stores.ts'

type IntegrationLink = { kind: string; to: string; state: string }

describe.each(chooseDatabases('PostgreSQL'))(
  'Links that fix an integration on $name',
  (database) => {
    const platform = usePlatform(database)
    const db = () => platform().platform.db
    let call: Caller
    let store: { id: number; name: string; code: string; version: number }
    const ids: Record<string, number> = {}
    /** The store's integrations and readiness checks before anything was set up. */
    let initialLinks: IntegrationLink[]
    let initialChecks: { key: string; fix?: string }[]

    beforeAll(async () => {
      call = await openSession(platform())
      store = await createStore(call, { type: 'mixed' })
      initialLinks = await loadLinks()
      initialChecks = (await call('GET', `/stores/${store.id}/readiness`)).body.checks
      for (const [name, body] of buildStoreSetups(store)) {
        const answer = await call('POST', `/${name}`, { body })
        expect([answer.status, answer.body.fields]).toEqual([201, undefined])
        ids[name] = answer.body.id
      }
      const body = { smtpSettingsId: ids['smtpSettings'] }
      const { version } = (await call('GET', `/stores/${store.id}`)).body
      const assignment = await call('PATCH', `/stores/${store.id}`, { body, ifMatch: version })
      expect([assignment.status, assignment.body.fields]).toEqual([200, undefined])
    })
    const loadLinks = async (): Promise<IntegrationLink[]> =>
      (await call('GET', `/stores/${store.id}/integrations`)).body.data
    /** Simulates failed tests: the first setting of each integration failed. */
    const failIntegrations = async () => {
      for (const { resource, settings } of getAreaIntegrations(areas)) {
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

    test('a working integration links to its setup', async () => {
      const { smtpSettings, paymentSetups, printfulSetup } = ids
      expect(await loadLinks()).toMatchObject([
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

    test("an integration that isn't set up links to a form with the store preselected, whatever its kind", () => {
      const storeParams = [
        `/stores/${store.id}/`,
        `begin[storeIds]=${store.id}`,
        `begin[name]=${encodeURIComponent(store.name)}`,
      ]
      for (const { kind, to, state } of initialLinks) {
        expect(state, kind).toBe('not_configured')
        expect(
          storeParams.some((param) => to.includes(param)),
          `${kind}: ${to}`,
        ).toBe(true)
      }
      expect(initialLinks.map(({ kind }) => kind)).toEqual(storeIntegrationKinds)
      const fixes = Object.fromEntries(initialChecks.map(({ key, fix }) => [key, fix]))
      for (const kind of ['mail', 'payment', 'gift'])
        expect(fixes[kind], kind).toBe(initialLinks.find((one) => one.kind === kind)?.to)
    })

    test("the only live gift card setup links to its store list if it doesn't serve the store", async () => {
      const loadGiftLink = async (id: number) =>
        (await call('GET', `/stores/${id}/integrations`)).body.data.find(
          ({ kind }: IntegrationLink) => kind === 'gift',
        ).to
      const other = await createStore(call)
      await sql`update gift_card_setup set store_ids = array[${store.id}]::int[]`.execute(db())
      await sql`delete from integrations where store_id = ${other.id}`.execute(db())
      const link = await loadGiftLink(other.id)
      await sql`update gift_card_setup set store_ids = '{}'`.execute(db())
      expect(link).toBe('/giftCardSetup?environment=live&field=storeIds#field-storeIds')
    })

    test('a failing integration links to the field where its last test failed, on every page', async () => {
      await failIntegrations()
      const failingLinks = await loadLinks()
      for (const { kind, to } of failingLinks) {
        const integration = getAreaIntegrations(areas).find((one) =>
          one.serves
            ? one.serves.kind === kind
            : one.resource.name === 'memberSignOns' && kind === 'memberSignOn',
        )
        expect(to).toMatch(new RegExp(`#field-${integration?.settings[0]}$`))
        expect(integration?.resource.fields).toHaveProperty(integration?.settings[0] ?? '')
      }
      const getLink = (kind: string) => failingLinks.find((one) => one.kind === kind)?.to
      expect(getLink('mail')).toBe(`/smtpSettings?edit=${ids['smtpSettings']}#field-host`)
      expect(getLink('gift')).toContain('/giftCardSetup?environment=live&field=')

      await sql`update stores set readiness_checks = ${JSON.stringify(
        integrationKinds.map((key) => ({ key, ok: key === 'print', detail: null })),
      )}::jsonb where id = ${store.id}`.execute(db())
      const { checks } = (await call('GET', `/stores/${store.id}/readiness`)).body
      expect(checks.map(({ key, fix }: { key: string; fix: string }) => [key, fix])).toEqual(
        integrationKinds.map((key) => [key, key === 'print' ? undefined : getLink(key)]),
      )

      await db()
        .transaction()
        .execute((trx) => refreshAlertsInTransaction(trx, platform().platform.now().toISOString()))
      const { data } = (await call('GET', '/attentionItems?filter[kind][eq]=integration&limit=50'))
        .body
      expect(data.map(({ fix }: { fix: string }) => fix).toSorted()).toEqual(
        integrationKinds.map(getLink).toSorted(),
      )
    })

    test('All Stores filters by alert: it finds exactly the counted stores, and none after the fix', async () => {
      const refreshAlerts = () =>
        db()
          .transaction()
          .execute((trx) =>
            refreshAlertsInTransaction(trx, platform().platform.now().toISOString()),
          )
      const findStoreIds = async (id: number) =>
        (await call('GET', `/stores?filter[attentionIds][eq]=${id}&limit=50`)).body.data.map(
          (one: { id: number }) => one.id,
        )
      await failIntegrations()
      await refreshAlerts()
      const { data } = (await call('GET', '/attentionItems?limit=50')).body
      for (const { id, storeIds } of data) expect(await findStoreIds(id)).toEqual(storeIds)
      const failingAlert = data.find(({ kind }: { kind: string }) => kind === 'integration')
      expect(await findStoreIds(failingAlert.id)).toEqual([store.id])

      await sql`update integrations set state = 'active' where store_id = ${store.id}`.execute(db())
      await refreshAlerts()
      expect(await findStoreIds(failingAlert.id)).toEqual([])
    })
  },
)
