import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { buildSetups } from '#tests/api/support/setups.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Setups that a store can use on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    call = await openSession(platform())
    const first = await createStore(call, { type: 'mixed' })
    const wanted = ['smtpSettings', 'paymentSetups', 'giftCardSetup']
    for (const [name, body] of buildSetups(first).filter(([one]) => wanted.includes(one))) {
      // A setup for all stores would serve new ones without being assigned.
      const values = name === 'giftCardSetup' ? { ...body, storeIds: [first.id] } : body
      const answer = await call('POST', `/${name}`, { body: values })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      ids[name] = answer.body.id
      await sql`update ${sql.table(name)} set state = 'active' where id = ${ids[name]}`.execute(
        db(),
      )
    }
  })
  const loadOffers = async (id: number, caller: Caller = call) =>
    (await caller('GET', `/stores/${id}/setups`)).body.data.map(
      ({ kind }: { kind: string }) => kind,
    )
  const loadFailedChecks = async (id: number): Promise<Record<string, string | undefined>> =>
    Object.fromEntries(
      (await call('GET', `/stores/${id}/readiness`)).body.checks.flatMap(
        ({ key, ok, fix }: { key: string; ok: boolean; fix?: string }) => (ok ? [] : [[key, fix]]),
      ),
    )
  const assign = (storeId: number, kind: string, id: number | undefined, caller: Caller = call) =>
    caller('POST', `/stores/${storeId}/setups`, { body: { kind, id } })

  test('a new store is offered the existing setups and passes the check of each assigned one', async () => {
    const { id } = await createStore(call, { type: 'mixed' })
    expect(await loadOffers(id)).toEqual(['mail', 'payment', 'gift'])
    // The Integrations tab fixes these, not the form of a new setup.
    expect(await loadFailedChecks(id)).toMatchObject({ mail: undefined, payment: undefined })
    for (const [kind, name] of [
      ['mail', 'smtpSettings'],
      ['payment', 'paymentSetups'],
      ['gift', 'giftCardSetup'],
    ] as const) {
      const { status, body } = await assign(id, kind, ids[name])
      expect([status, body.fields]).toEqual([200, undefined])
      expect(body[`${kind}State`]).toBe('active')
      expect(Object.keys(await loadFailedChecks(id))).not.toContain(kind)
    }
    expect(await loadOffers(id)).toEqual([])
  })

  test('more stores than a form can list can use one setup', async () => {
    const many = await sql<{ id: number }>`
      insert into stores (name, code, subdomain, type, plan, default_currency, country, created_at, created_by, updated_at, updated_by)
      select 'Many ' || n, 'many-' || n, 'many-' || n, 'gift', 'growth', 'EUR', 'DE', now(), 'tests', now(), 'tests'
      from generate_series(1, 135) as n returning id`.execute(db())
    await sql`update gift_card_setup set store_ids = ${many.rows.map(({ id }) => id)}::int[]`.execute(
      db(),
    )
    const { id } = await createStore(call, { type: 'gift' })
    expect((await assign(id, 'gift', ids['giftCardSetup'])).status).toBe(200)
    expect(await loadStore(call, id)).toMatchObject({ giftState: 'active' })
  })

  test('a duplicate uses the setups of its template, unless integrations are left out', async () => {
    const template = await createStore(call, { type: 'mixed' })
    await assign(template.id, 'mail', ids['smtpSettings'])
    await assign(template.id, 'payment', ids['paymentSetups'])
    const copy = async (code: string, sections: string[]) =>
      (
        await call('POST', `/stores/${template.id}/duplicate`, {
          body: { values: { name: code, code, subdomain: code }, sections },
        })
      ).body
    expect(await copy('with-setups', ['integrations'])).toMatchObject({
      smtpSettingsId: ids['smtpSettings'],
      mailState: 'active',
      paymentState: 'active',
    })
    expect(await copy('without-setups', ['general'])).toMatchObject({
      smtpSettingsId: null,
      paymentState: 'not_configured',
    })
  })

  test("a limited account is offered only SMTP settings and can't assign a payment setup", async () => {
    const { id } = await createStore(call, { type: 'mixed' })
    const account = await platform().addAccount(['storesRead', 'storesRead:write'])
    const limited = await platform().addAccount(allPermissions, [id])
    for (const limitedAccount of [account, limited]) {
      const caller = await openSession(platform(), limitedAccount)
      expect(await loadOffers(id, caller)).toEqual(['mail'])
      expect((await assign(id, 'payment', ids['paymentSetups'], caller)).status).toBe(403)
    }
  })
})
