import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { findStoreList } from '#shared/engine/storeList.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { resources } from '#shared/areas/index.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { limits } from '#shared/limits.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { setupValues } from '#tests/api/support/setups.ts'
import {
  addTheme,
  newestEntries,
  newStore,
  storeNow,
  storeValues,
} from '#tests/api/support/stores.ts'

function getResource(name: string): Resource {
  const found = resources.find((one) => one.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}

describe.each(usually('PostgreSQL'))('the stores of a record on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const db = () => platform().platform.db
  const at = (name: string, id: number) => `/${name}/${id}/stores`
  const run = async (id: number) => {
    await runProductJob(platform(), id)
    return outcomesOf(db(), id)
  }
  const plan = (name: string, id: number, body: object, by = call) =>
    by('POST', `${at(name, id)}/plan`, { body })
  const start = async (name: string, id: number, planned: number) => {
    const { status, body } = await call('POST', at(name, id), { body: { plan: planned } })
    expect(status).toBe(202)
    return Number(body.id)
  }
  const undo = async (job: number) => run((await call('POST', `/jobs/${job}/undo`)).body.id)
  const listed = async (name: string, id: number, query = '') => {
    const { body } = await call('GET', `${at(name, id)}?limit=100${query}`)
    return body.data.map((store: { name: string }) => store.name)
  }
  const organisation = async () =>
    (await call('POST', '/organisations', { body: { name: `Org ${randomUUID()}` } })).body.id
  /** Three stores of one organisation, by name. */
  const threeStores = async () => {
    const organisationId = await organisation()
    const names = ['Ajax', 'Borges', 'Cortez'].map((name) => `${name} ${randomUUID()}`)
    const made = []
    for (const name of names) made.push(await newStore(call, { name, organisationId }))
    return { organisationId, names, made, query: `filter[organisationId][eq]=${organisationId}` }
  }

  const create = async (name: string, values: Record<string, unknown>) => {
    const resource = getResource(name)
    const { label } = resource
    const body = { ...getInitialValues(resource), [label]: `${name} ${randomUUID()}`, ...values }
    const answer = await call('POST', `/${name}`, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const settings = setupValues({ id: 1, code: 'x' })
  /** A record of each kind that names stores, without any. */
  const makers: Record<string, () => Promise<{ id: number }>> = {
    paymentSetups: () => create('paymentSetups', { ...settings['paymentSetups'], storeIds: [] }),
    giftCardSetup: async () => {
      await sql`delete from gift_card_setup`.execute(db())
      return create('giftCardSetup', { ...settings['giftCardSetup'], storeIds: [] })
    },
    printfulSetup: () => create('printfulSetup', { ...settings['printfulSetup'], storeMap: [] }),
    smtpSettings: () => create('smtpSettings', { ...settings['smtpSettings'] }),
    themes: async () => ({ id: await addTheme(platform(), 'published') }),
    stickers: () => create('stickers', { text: 'New' }),
    trainingCategories: () =>
      create('trainingCategories', { title: 'Safety', slug: `s${randomUUID().slice(0, 8)}` }),
    giftCardTemplates: () => {
      const resource = getResource('giftCardTemplates')
      return create('giftCardTemplates', {
        ...sampleValues(resource),
        amounts: ['10.00'],
        productIds: [],
        logo: null,
        paused: false,
        pauseReason: null,
      })
    },
    users: async () => {
      const { id } = await platform().addAccount([])
      await sql`update users set all_stores = false, store_ids = '{}' where id = ${id}`.execute(
        db(),
      )
      return { id }
    },
    userGroups: () => create('userGroups', { permissions: [], allStores: false }),
  }

  const make = (name: string) =>
    makers[name]?.() ?? Promise.reject(new Error(`No ${name} is made here`))

  test('every resource that names stores has these calls, and a way to make one here', () => {
    const found = resources.filter((one) => findStoreList(one)).map(({ name }) => name)
    // Pilot stores must use the theme: tests/api/areas/themes/themeVersions.test.ts names them.
    expect(found.toSorted()).toEqual([...Object.keys(makers), 'themeVersions'].toSorted())
  })

  describe.each(Object.keys(makers))('%s', (name) => {
    test('stores are added by a job, listed, searched, removed, and both are undone', async () => {
      const { names, made, query } = await threeStores()
      const record = await make(name)
      const isMap = name === 'printfulSetup'
      const codes = made.map(({ code }, at) => (isMap ? `${at + 10} = ${code}` : code))
      const missing = isMap ? '99 = no-such-code' : 'no-such-code'
      const asked = { change: 'add', codes: [codes[0], missing, '', codes[1], codes[2]] }
      const planned = await plan(name, record.id, asked)
      expect(planned.body, JSON.stringify(planned.body)).toMatchObject({
        counts: { changes: 3, unchanged: 0, refused: 0, unknown: 1, total: 4 },
        first: names.map((label) => ({ label })),
        unknown: [
          { row: 2, code: 'no-such-code', sentence: 'No store has the code "no-such-code".' },
        ],
      })
      const added = await start(name, record.id, planned.body.id)
      expect(await run(added)).toEqual(names.map((label) => [label, 'done', null]))
      expect(await listed(name, record.id)).toEqual(names)
      expect(await listed(name, record.id, `&search=${names[1]}`)).toEqual([names[1]])
      const again = await plan(name, record.id, asked)
      expect(again.body.counts).toMatchObject({ changes: 0, unchanged: 3 })

      const ids = [made[0].id, made[1].id]
      const removing = await plan(name, record.id, { change: 'remove', ids })
      expect(removing.body.counts).toMatchObject({ changes: 2, refused: 0 })
      const removed = await start(name, record.id, removing.body.id)
      expect(await run(removed)).toEqual(names.slice(0, 2).map((label) => [label, 'done', null]))
      expect(await listed(name, record.id)).toEqual([names[2]])
      expect(await undo(removed)).toHaveLength(2)
      expect(await listed(name, record.id)).toEqual(names)

      if (!isMap) {
        const all = await plan(name, record.id, { change: 'remove', query })
        expect(all.body.counts?.changes ?? all.body.detail).toBeDefined()
      }
      expect((await undo(added)).map(([, outcome]) => outcome)).toEqual(['done', 'done', 'done'])
      const { body } = await call('GET', at(name, record.id))
      expect(body.total).toBe(0)
    })
  })

  test('a page of the list tells what leads on, and each store with its code and organization', async () => {
    const { made, query } = await threeStores()
    const setup = await make('paymentSetups')
    const planned = await plan('paymentSetups', setup.id, { change: 'add', query })
    await run(await start('paymentSetups', setup.id, planned.body.id))
    const first = await call('GET', `${at('paymentSetups', setup.id)}?limit=25&search=Borges`)
    expect(first.body).toMatchObject({
      data: [{ id: made[1].id, code: made[1].code, status: 'draft', pair: null }],
      total: 3,
      isForAll: false,
    })
    expect(first.body.data[0].organisation).toMatch(/^Org /)
    const entries = await newestEntries(call, 30)
    const entry = entries.find(({ event }: { event: string }) => event.endsWith('storesAdded'))
    expect(entry).toMatchObject({ event: 'paymentSetups.storesAdded', targetId: setup.id })
  })

  test('a store that another payment setup serves is skipped, with the name of that setup', async () => {
    const { made, query, names } = await threeStores()
    const other = await create('paymentSetups', {
      provider: 'stripe',
      storeIds: [made[1].id],
    })
    const setup = await make('paymentSetups')
    const { body } = await plan('paymentSetups', setup.id, { change: 'add', query })
    const sentence = `Already uses ${other.name}. Remove the store from that setup first.`
    expect(body).toMatchObject({
      counts: { changes: 2, refused: 1 },
      refused: [{ label: names[1], sentence }],
    })
    // Between plan and job another setup takes one more.
    await call('PATCH', `/paymentSetups/${other.id}`, {
      body: { storeIds: [made[1].id, made[2].id] },
      ifMatch: 1,
    })
    const outcomes = await run(await start('paymentSetups', setup.id, body.id))
    expect(outcomes.toSorted()).toEqual([
      [names[0], 'done', null],
      [names[1], 'refused', sentence],
      [names[2], 'refused', sentence],
    ])
    const { rows } = await sql<{ state: string }>`select state from integrations
      where kind = 'payment' and store_id = ${made[0].id}`.execute(db())
    expect(rows[0]?.state).toBe('draft')
  })

  test('a record for all stores says so, is limited by the first stores, and never loses its last one', async () => {
    const { query, names } = await threeStores()
    const sticker = await make('stickers')
    expect((await call('GET', at('stickers', sticker.id))).body.isForAll).toBe(true)
    const { body } = await plan('stickers', sticker.id, { change: 'add', query })
    expect(body.warns).toEqual([expect.stringContaining('currently applies to all stores')])
    const job = await start('stickers', sticker.id, body.id)
    await run(job)
    const refused = await plan('stickers', sticker.id, { change: 'remove', query })
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain("You can't remove the last store")
    expect(await listed('stickers', sticker.id)).toEqual(names)
    await undo(job)
    expect((await call('GET', at('stickers', sticker.id))).body).toMatchObject({
      isForAll: true,
      total: 0,
    })
  })

  test("stores outside of the account are not there, and a plan is its maker's alone", async () => {
    const { made, query, names } = await threeStores()
    const setup = await make('stickers')
    const planned = await plan('stickers', setup.id, { change: 'add', query })
    const account = await platform().addAccount(everyRight, [made[0].id])
    const limited = await signedIn(platform(), account)
    const body = { plan: planned.body.id }
    expect((await limited('POST', at('stickers', setup.id), { body })).status).toBe(404)
    await run(await start('stickers', setup.id, planned.body.id))
    const { body: page } = await limited('GET', at('stickers', setup.id))
    expect(page.data.map((store: { name: string }) => store.name)).toEqual([names[0]])
    expect(page.total).toBe(1)
    const codes = [made[1].code]
    const none = await plan('stickers', setup.id, { change: 'add', codes }, limited)
    expect(none.body.unknown).toEqual([expect.objectContaining({ row: 1, code: made[1].code })])
    const own = [made[0].code]
    expect(
      (await plan('stickers', setup.id, { change: 'remove', codes: own }, limited)).status,
    ).toBe(403)
  })

  test('what cannot be read is refused, and a plan is started once', async () => {
    const { made } = await threeStores()
    const setup = await make('paymentSetups')
    for (const body of [
      {},
      { change: 'add' },
      { change: 'give', ids: [1] },
      { change: 'add', ids: [], codes: [] },
    ])
      expect((await plan('paymentSetups', setup.id, body)).status).toBe(400)
    const none = await plan('paymentSetups', setup.id, {
      change: 'add',
      query: 'search=nothing-at-all',
    })
    expect(none).toMatchObject({ status: 422, body: { fields: { selection: expect.any(String) } } })
    const map = await make('printfulSetup')
    const pairs = await plan('printfulSetup', map.id, { change: 'add', ids: [made[0].id] })
    expect(pairs.body.fields.codes).toContain('Printful')
    const planned = await plan('paymentSetups', setup.id, { change: 'add', ids: [made[0].id] })
    await start('paymentSetups', setup.id, planned.body.id)
    const twice = await call('POST', at('paymentSetups', setup.id), {
      body: { plan: planned.body.id },
    })
    expect(twice).toMatchObject({
      status: 409,
      body: { detail: 'This plan was already started.' },
    })
  })

  test('20,000 stores: a page within a second, plans and a job that finish, and another field is saved', async () => {
    const prefix = randomUUID().slice(0, 8)
    for (let done = 0; done < limits.storeReferences; done += 500)
      await insertRows(
        platform(),
        stores,
        Array.from({ length: 500 }, (_, at) =>
          storeValues({ name: `Many ${prefix} ${done + at}` }),
        ),
      )
    const query = `search=${prefix}`
    const [setup, sticker] = [await make('paymentSetups'), await make('stickers')]
    const ofSetup = await plan('paymentSetups', setup.id, { change: 'add', query })
    expect(ofSetup.body.counts).toMatchObject({ changes: limits.storeReferences })
    const { body } = await plan('stickers', sticker.id, { change: 'add', query })
    const job = await start('stickers', sticker.id, body.id)
    await runProductJob(platform(), job)
    expect((await call('GET', `/jobs/${job}`)).body).toMatchObject({
      status: 'done',
      rows: { done: limits.storeReferences },
    })
    const begin = performance.now()
    const page = await call('GET', `${at('stickers', sticker.id)}?limit=25`)
    const took = performance.now() - begin
    expect(page.body).toMatchObject({ total: limits.storeReferences })
    expect(page.body.data).toHaveLength(25)
    expect(took).toBeLessThan(1000)
    const { version } = await storeNowOf('stickers', sticker.id)
    const renamed = { body: { name: `Renamed ${prefix}` }, ifMatch: version }
    expect((await call('PATCH', `/stickers/${sticker.id}`, renamed)).status).toBe(200)
  }, 300_000)

  const storeNowOf = async (name: string, id: number) => (await call('GET', `/${name}/${id}`)).body
  test('stores of a theme and of an SMTP setting hold it themselves', async () => {
    const { made, query } = await threeStores()
    const theme = await make('themes')
    const { body } = await plan('themes', theme.id, { change: 'add', query })
    await run(await start('themes', theme.id, body.id))
    expect((await storeNow(call, made[0].id)).themeId).toBe(theme.id)
  })
})
