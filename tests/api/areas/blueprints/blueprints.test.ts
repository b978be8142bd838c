import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareWithBlueprint } from '#shared/areas/stores/blueprints/compareStores.ts'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { buildDifferingStoresQuery } from '#shared/areas/stores/blueprints/differingStores.ts'
import { blueprintSettings } from '#shared/areas/stores/blueprints/blueprintSettings.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import {
  createStore,
  insertStoreDefaults,
  insertTheme,
  loadStore,
} from '#tests/api/support/stores.ts'
import { runWhileLocked } from '#tests/api/support/waiting.ts'

let names = 0
const createBlueprint = async (call: Caller, values: Record<string, unknown>) => {
  names += 1
  const body = { ...getInitialValues(blueprints), name: `Blueprint ${names}`, ...values }
  return (await call('POST', '/blueprints', { body })).body
}

describe.each(chooseDatabases('PGlite'))('Blueprints on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    await insertStoreDefaults(platform())
    call = await openSession(platform())
  })
  const db = () => platform().platform.db
  const createAssignedStore = async (blueprintId: number, values: Record<string, unknown> = {}) =>
    createStore(call, { blueprintId, ...values })

  const loadCounts = async (blueprintId: number, callAs = call) => {
    const { data } = (await callAs('GET', '/blueprints?limit=100')).body
    const { stores, differing } = data.find(({ id }: { id: number }) => id === blueprintId)
    return { stores, differing }
  }

  test('a store says in which included settings it differs', async () => {
    const { id } = await createBlueprint(call, { settings: ['type', 'access'], type: 'retail' })
    const store = await createAssignedStore(id, { type: 'retail', plan: 'starter' })
    expect(store).toMatchObject({ differsFromBlueprint: false, blueprintDifferences: [] })
    const change = { body: { access: 'sign_in', type: 'gift' }, ifMatch: 1 }
    const { body } = await call('PATCH', `/stores/${store.id}`, change)
    expect(body).toMatchObject({
      differsFromBlueprint: true,
      blueprintDifferences: ['type', 'access'],
    })
    const removed = await call('PATCH', `/stores/${store.id}`, {
      body: { blueprintId: null },
      ifMatch: 2,
    })
    expect(removed.body.blueprintDifferences).toEqual([])
  })

  test('the database compares every setting as the console does', async () => {
    const themeId = await insertTheme(platform(), 'published')
    const values: Record<string, unknown> = {
      type: 'gift',
      plan: 'enterprise',
      supportEmail: 'help@example.com',
      tags: ['one', 'two'],
      defaultLocale: 'de-DE',
      defaultCurrency: 'EUR',
      locales: ['fr-FR', 'it-IT'],
      currencies: ['USD', 'GBP'],
      timeZone: 'Europe/Berlin',
      country: 'DE',
      themeId,
      primaryColour: '#112233',
      textColour: '#FFFFFF',
      access: 'public',
      allowedEmailDomains: ['example.com'],
    }
    const blueprint = await createBlueprint(call, { ...values, settings: [...blueprintSettings] })
    expect(blueprint.id).toBeGreaterThan(0)
    const reordered = { tags: ['two', 'one'], locales: ['it-IT', 'fr-FR'] }
    const same = await createAssignedStore(blueprint.id, { ...values, ...reordered })
    expect(same.blueprintDifferences).toEqual([])
    expect(compareWithBlueprint(same, blueprint).filter(({ isSame }) => !isSame)).toEqual([])
    const other = await createAssignedStore(blueprint.id)
    const compared = compareWithBlueprint(other, blueprint).flatMap((row) =>
      'setting' in row && !row.isSame ? [row.setting] : [],
    )
    expect(compared.toSorted()).toEqual([...other.blueprintDifferences].toSorted())
    expect(compared.toSorted()).toEqual(Object.keys(values).toSorted())
  })

  test('a store differs while an integration is not as the blueprint says', async () => {
    const { id } = await createBlueprint(call, { payment: 'active', gift: 'inactive' })
    const store = await createAssignedStore(id)
    expect(store.blueprintDifferences).toEqual(['payment'])
    await sql`update stores set payment_state = 'degraded', gift_state = 'active' where id = ${store.id}`.execute(
      db(),
    )
    expect((await loadStore(call, store.id)).blueprintDifferences).toEqual(['gift'])
  })

  test('a change of the blueprint is compared with all its stores at once', async () => {
    const blueprint = await createBlueprint(call, { settings: ['plan'], plan: 'growth' })
    const first = await createAssignedStore(blueprint.id, { plan: 'growth' })
    await createAssignedStore(blueprint.id, { plan: 'starter' })
    await call('PATCH', `/blueprints/${blueprint.id}`, { body: { plan: 'starter' }, ifMatch: 1 })
    expect(await loadCounts(blueprint.id)).toEqual({ stores: 2, differing: 1 })
    expect(await loadStore(call, first.id)).toMatchObject({
      blueprintDifferences: ['plan'],
      version: 1,
    })
    const list = await call('GET', `/stores?${buildDifferingStoresQuery(blueprint.id, 'plan')}`)
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([first.id])
    const counts = await call('GET', `/blueprints/${blueprint.id}/differences`)
    expect(counts.body.data).toEqual([{ name: 'plan', stores: 1 }])
  })

  // PGlite runs one transaction at a time.
  test.skipIf(database.name !== 'PostgreSQL')(
    'a store that gets a blueprint, or changes, waits for a change of the blueprint',
    async () => {
      const blueprint = await createBlueprint(call, { settings: ['plan'], plan: 'growth' })
      const change = (trx: Connection, plan: string) =>
        sql`update blueprints set plan = ${plan} where id = ${blueprint.id}`.execute(trx)
      const store = await createStore(call, { plan: 'growth' })
      const assigned = await runWhileLocked(db(), {
        lock: (trx) => change(trx, 'starter'),
        start: () =>
          call('PATCH', `/stores/${store.id}`, { body: { blueprintId: blueprint.id }, ifMatch: 1 }),
        proceed: () => Promise.resolve(),
      })
      expect(assigned.body.blueprintDifferences).toEqual(['plan'])
      const changed = await runWhileLocked(db(), {
        lock: (trx) => change(trx, 'enterprise'),
        start: () =>
          call('PATCH', `/stores/${store.id}`, { body: { plan: 'starter' }, ifMatch: 2 }),
        proceed: () => Promise.resolve(),
      })
      expect(changed.body.blueprintDifferences).toEqual(['plan'])
    },
  )

  test('stores are assigned in bulk, and a plan brings those that differ in line', async () => {
    const blueprint = await createBlueprint(call, {
      settings: ['type', 'plan'],
      type: 'gift',
      plan: 'growth',
    })
    const all = [
      await createStore(call, { type: 'gift' }),
      await createStore(call, { type: 'points' }),
      await createStore(call, { type: 'retail', plan: 'starter' }),
    ]
    const start = async (path: string, body: object) => {
      const plan = await call('POST', `${path}/plan`, { body })
      const job = await call('POST', path, { body: { plan: plan.body.id } })
      await runProductJob(platform(), job.body.id)
      return plan.body
    }
    await start(`/blueprints/${blueprint.id}/stores`, {
      change: 'add',
      ids: all.map(({ id }) => id),
    })
    const query = buildDifferingStoresQuery(blueprint.id)
    expect((await call('GET', `/stores?${query}`)).body.page.total).toBe(2)
    const plan = await start('/stores/bulk', {
      action: 'change',
      values: { type: 'gift', plan: 'growth' },
      query,
    })
    expect(plan.counts).toMatchObject({ changes: 2, unchanged: 0, refused: 0 })
    expect((await call('GET', `/stores?${query}`)).body.page.total).toBe(0)
    expect(await loadCounts(blueprint.id)).toEqual({ stores: 3, differing: 0 })
    const deletion = await call('DELETE', `/blueprints/${blueprint.id}`, { ifMatch: 1 })
    expect(deletion.status).toBe(409)
  })

  test('a limited account counts only its stores, and changes no blueprint', async () => {
    const blueprint = await createBlueprint(call, { settings: ['plan'], plan: 'growth' })
    const own = await createAssignedStore(blueprint.id, { plan: 'starter', timeZone: 'Asia/Tokyo' })
    await createAssignedStore(blueprint.id, { plan: 'starter' })
    const permissions = ['storesRead:read', 'storesRead:write', 'storesRead:delete']
    const account = await platform().addAccount(permissions, [own.id])
    const limited = await openSession(platform(), account)
    expect(await loadCounts(blueprint.id, limited)).toEqual({ stores: 1, differing: 1 })
    const counts = await limited('GET', `/blueprints/${blueprint.id}/differences`)
    expect(counts.body.data).toEqual([{ name: 'plan', stores: 1 }])
    const overrides = await limited('GET', '/stores/overrides?setting=timeZone')
    expect(overrides.body.data.map(({ id }: { id: number }) => id)).toEqual([own.id])
    const change = { body: { plan: 'starter' }, ifMatch: 1 }
    const path = `/blueprints/${blueprint.id}`
    expect((await limited('PATCH', path, change)).status).toBe(403)
    expect((await limited('DELETE', path, { ifMatch: 1 })).status).toBe(403)
    const body = { ...getInitialValues(blueprints), name: 'Mine' }
    expect((await limited('POST', '/blueprints', { body })).status).toBe(403)
  })

  test('an included setting that no store leaves blank needs a value', async () => {
    const { fields } = await createBlueprint(call, { settings: ['type', 'timeZone'] })
    expect(fields).toEqual({ type: 'Type is a required field' })
  })

  test('the stores that override a platform default are listed with their last change', async () => {
    const store = await createStore(call, { name: 'Overrides', timeZone: 'Europe/Paris' })
    const list = async (setting: string) =>
      (await call('GET', `/stores/overrides?setting=${setting}`)).body
    const find = async (setting: string) =>
      (await list(setting)).data.find(({ id }: { id: number }) => id === store.id)
    expect(await find('timeZone')).toEqual({
      id: store.id,
      name: 'Overrides',
      value: 'Europe/Paris',
      changedBy: store.createdBy,
      changedAt: store.createdAt,
    })
    expect(await find('access')).toBeUndefined()
    platform().advance(60_000)
    await call('PATCH', `/stores/${store.id}`, { body: { access: 'sign_in' }, ifMatch: 1 })
    const { updatedAt } = await loadStore(call, store.id)
    expect((await find('access')).changedAt).toBe(updatedAt)
    expect((await find('timeZone')).changedAt).toBe(store.createdAt)
    const { counts } = await list('timeZone')
    await call('PATCH', `/stores/${store.id}`, { body: { timeZone: 'UTC' }, ifMatch: 2 })
    expect(await find('timeZone')).toBeUndefined()
    const countStores = (all: { setting: string; stores: number }[]) =>
      all.find(({ setting }) => setting === 'timeZone')?.stores ?? 0
    expect(countStores((await list('timeZone')).counts)).toBe(countStores(counts) - 1)
    expect((await call('GET', '/stores/overrides?setting=name')).status).toBe(400)
  })
})
