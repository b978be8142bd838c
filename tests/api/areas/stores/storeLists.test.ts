import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { findStoreList } from '#shared/engine/storeList.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { resources } from '#shared/areas/index.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { limits } from '#shared/limits.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { buildSetupValues } from '#tests/api/support/setups.ts'
import {
  insertTheme,
  loadNewestEntries,
  createStore,
  loadStore,
  buildStoreValues,
} from '#tests/api/support/stores.ts'

function getResource(name: string): Resource {
  const resource = resources.find((one) => one.name === name)
  if (!resource) throw new Error(`There is no ${name}`)
  return resource
}

describe.each(chooseDatabases('PostgreSQL'))('Store lists of records on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db
  const buildListUrl = (name: string, id: number) => `/${name}/${id}/stores`
  const runJob = async (id: number) => {
    await runProductJob(platform(), id)
    return getOutcomes(db(), id)
  }
  const createPlan = (name: string, id: number, body: object, caller = call) =>
    caller('POST', `${buildListUrl(name, id)}/plan`, { body })
  const startPlan = async (name: string, id: number, planId: number) => {
    const { status, body } = await call('POST', buildListUrl(name, id), { body: { plan: planId } })
    expect(status).toBe(202)
    return Number(body.id)
  }
  const undoJob = async (job: number) => runJob((await call('POST', `/jobs/${job}/undo`)).body.id)
  const loadStoreNames = async (name: string, id: number, query = '') => {
    const { body } = await call('GET', `${buildListUrl(name, id)}?limit=100${query}`)
    return body.data.map((store: { name: string }) => store.name)
  }
  const createOrganization = async () =>
    (await call('POST', '/organisations', { body: { name: `Org ${randomUUID()}` } })).body.id
  /** Creates three stores of an organization, in the order of their names. */
  const createThreeStores = async () => {
    const organisationId = await createOrganization()
    const names = ['Ajax', 'Borges', 'Cortez'].map((name) => `${name} ${randomUUID()}`)
    const createdStores = []
    for (const name of names) createdStores.push(await createStore(call, { name, organisationId }))
    return {
      organisationId,
      names,
      createdStores,
      query: `filter[organisationId][eq]=${organisationId}`,
    }
  }

  const createRecord = async (name: string, values: Record<string, unknown>) => {
    const resource = getResource(name)
    const { label } = resource.relations
    const body = { ...getInitialValues(resource), [label]: `${name} ${randomUUID()}`, ...values }
    const answer = await call('POST', `/${name}`, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const settings = buildSetupValues({ id: 1, code: 'x' })
  /** Creates a record without stores, by resource. */
  const creators: Record<string, () => Promise<{ id: number }>> = {
    paymentSetups: () =>
      createRecord('paymentSetups', { ...settings['paymentSetups'], storeIds: [] }),
    giftCardSetup: async () => {
      await sql`delete from gift_card_setup`.execute(db())
      return createRecord('giftCardSetup', { ...settings['giftCardSetup'], storeIds: [] })
    },
    printfulSetup: () =>
      createRecord('printfulSetup', { ...settings['printfulSetup'], storeMap: [] }),
    smtpSettings: () => createRecord('smtpSettings', { ...settings['smtpSettings'] }),
    alertRules: async () => {
      const channel = await createRecord('alertChannels', { recipients: ['ops@example.com'] })
      return createRecord('alertRules', { channelId: channel.id, storeIds: [] })
    },
    blueprints: () => createRecord('blueprints', {}),
    themes: async () => ({ id: await insertTheme(platform(), 'published') }),
    stickers: () => createRecord('stickers', { text: 'New' }),
    trainingCategories: () =>
      createRecord('trainingCategories', { title: 'Safety', slug: `s${randomUUID().slice(0, 8)}` }),
    giftCardTemplates: () => {
      const resource = getResource('giftCardTemplates')
      return createRecord('giftCardTemplates', {
        ...buildSampleValues(resource),
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
    userGroups: () => createRecord('userGroups', { permissions: [], allStores: false }),
  }

  const createEmptyRecord = (name: string) =>
    creators[name]?.() ?? Promise.reject(new Error(`No creator for ${name}`))

  test('every resource with a store list can be created in this test', () => {
    const resourceNames = resources.filter((one) => findStoreList(one)).map(({ name }) => name)
    // Pilot stores must use the theme: tests/api/areas/themes/themeVersions.test.ts.
    // API keys and webhooks are created by calls of their own, and change their stores in no bulk.
    const others = ['apiKeys', 'themeVersions', 'webhookSubscriptions']
    expect(resourceNames.toSorted()).toEqual([...Object.keys(creators), ...others].toSorted())
  })

  describe.each(Object.keys(creators))('%s', (name) => {
    test('a job adds and removes stores, and both can be undone', async () => {
      const { names, createdStores, query } = await createThreeStores()
      const record = await createEmptyRecord(name)
      const isMap = name === 'printfulSetup'
      const codes = createdStores.map(({ code }, index) =>
        isMap ? `${index + 10} = ${code}` : code,
      )
      const unknownCode = isMap ? '99 = no-such-code' : 'no-such-code'
      const request = { change: 'add', codes: [codes[0], unknownCode, '', codes[1], codes[2]] }
      const planResponse = await createPlan(name, record.id, request)
      expect(planResponse.body, JSON.stringify(planResponse.body)).toMatchObject({
        counts: { changes: 3, unchanged: 0, refused: 0, unknown: 1, total: 4 },
        first: names.map((label) => ({ label })),
        unknown: [
          { row: 2, code: 'no-such-code', sentence: 'No store has the code "no-such-code".' },
        ],
      })
      const additionJob = await startPlan(name, record.id, planResponse.body.id)
      expect(await runJob(additionJob)).toEqual(names.map((label) => [label, 'done', null]))
      expect(await loadStoreNames(name, record.id)).toEqual(names)
      expect(await loadStoreNames(name, record.id, `&search=${names[1]}`)).toEqual([names[1]])
      const repeatedPlan = await createPlan(name, record.id, request)
      expect(repeatedPlan.body.counts).toMatchObject({ changes: 0, unchanged: 3 })

      const ids = [createdStores[0].id, createdStores[1].id]
      const removalPlan = await createPlan(name, record.id, { change: 'remove', ids })
      expect(removalPlan.body.counts).toMatchObject({ changes: 2, refused: 0 })
      const removalJob = await startPlan(name, record.id, removalPlan.body.id)
      expect(await runJob(removalJob)).toEqual(
        names.slice(0, 2).map((label) => [label, 'done', null]),
      )
      expect(await loadStoreNames(name, record.id)).toEqual([names[2]])
      expect(await undoJob(removalJob)).toHaveLength(2)
      expect(await loadStoreNames(name, record.id)).toEqual(names)

      if (!isMap) {
        const removeAllPlan = await createPlan(name, record.id, { change: 'remove', query })
        expect(removeAllPlan.body.counts?.changes ?? removeAllPlan.body.detail).toBeDefined()
      }
      expect((await undoJob(additionJob)).map(([, outcome]) => outcome)).toEqual([
        'done',
        'done',
        'done',
      ])
      const { body } = await call('GET', buildListUrl(name, record.id))
      expect(body.total).toBe(0)
    })
  })

  test('the list has each store with its code and organization, and the log has the addition', async () => {
    const { createdStores, query } = await createThreeStores()
    const setup = await createEmptyRecord('paymentSetups')
    const planResponse = await createPlan('paymentSetups', setup.id, { change: 'add', query })
    await runJob(await startPlan('paymentSetups', setup.id, planResponse.body.id))
    const first = await call(
      'GET',
      `${buildListUrl('paymentSetups', setup.id)}?limit=25&search=Borges`,
    )
    expect(first.body).toMatchObject({
      data: [{ id: createdStores[1].id, code: createdStores[1].code, status: 'draft', pair: null }],
      total: 3,
      isForAll: false,
    })
    expect(first.body.data[0].organisation).toMatch(/^Org /)
    const entries = await loadNewestEntries(call, 30)
    const entry = entries.find(({ event }: { event: string }) => event.endsWith('storesAdded'))
    expect(entry).toMatchObject({ event: 'paymentSetups.storesAdded', targetId: setup.id })
  })

  test('a store that another payment setup serves is skipped, and the message names that setup', async () => {
    const { createdStores, query, names } = await createThreeStores()
    const other = await createRecord('paymentSetups', {
      provider: 'stripe',
      storeIds: [createdStores[1].id],
    })
    const setup = await createEmptyRecord('paymentSetups')
    const { body } = await createPlan('paymentSetups', setup.id, { change: 'add', query })
    const sentence = `Already uses ${other.name}. Remove the store from that setup first.`
    expect(body).toMatchObject({
      counts: { changes: 2, refused: 1 },
      refused: [{ label: names[1], sentence }],
    })
    // Assigns one more store to the other setup between the plan and the job.
    await call('PATCH', `/paymentSetups/${other.id}`, {
      body: { storeIds: [createdStores[1].id, createdStores[2].id] },
      ifMatch: 1,
    })
    const outcomes = await runJob(await startPlan('paymentSetups', setup.id, body.id))
    expect(outcomes.toSorted()).toEqual([
      [names[0], 'done', null],
      [names[1], 'refused', sentence],
      [names[2], 'refused', sentence],
    ])
    const { rows } = await sql<{ state: string }>`select state from integrations
      where kind = 'payment' and store_id = ${createdStores[0].id}`.execute(db())
    expect(rows[0]?.state).toBe('draft')
  })

  test('a record for all stores becomes limited with its first stores and keeps its last one', async () => {
    const { query, names } = await createThreeStores()
    const sticker = await createEmptyRecord('stickers')
    expect((await call('GET', buildListUrl('stickers', sticker.id))).body.isForAll).toBe(true)
    const { body } = await createPlan('stickers', sticker.id, { change: 'add', query })
    expect(body.warns).toEqual([expect.stringContaining('currently applies to all stores')])
    const job = await startPlan('stickers', sticker.id, body.id)
    await runJob(job)
    const rejection = await createPlan('stickers', sticker.id, { change: 'remove', query })
    expect(rejection.status).toBe(409)
    expect(rejection.body.detail).toContain("You can't remove the last store")
    expect(await loadStoreNames('stickers', sticker.id)).toEqual(names)
    await undoJob(job)
    expect((await call('GET', buildListUrl('stickers', sticker.id))).body).toMatchObject({
      isForAll: true,
      total: 0,
    })
  })

  test('an account sees and changes only its own stores, and starts only its own plans', async () => {
    const { createdStores, query, names } = await createThreeStores()
    const setup = await createEmptyRecord('stickers')
    const planResponse = await createPlan('stickers', setup.id, { change: 'add', query })
    const account = await platform().addAccount(allPermissions, [createdStores[0].id])
    const limited = await openSession(platform(), account)
    const body = { plan: planResponse.body.id }
    expect((await limited('POST', buildListUrl('stickers', setup.id), { body })).status).toBe(404)
    await runJob(await startPlan('stickers', setup.id, planResponse.body.id))
    const { body: page } = await limited('GET', buildListUrl('stickers', setup.id))
    expect(page.data.map((store: { name: string }) => store.name)).toEqual([names[0]])
    expect(page.total).toBe(1)
    const codes = [createdStores[1].code]
    const otherPlan = await createPlan('stickers', setup.id, { change: 'add', codes }, limited)
    expect(otherPlan.body.unknown).toEqual([
      expect.objectContaining({ row: 1, code: createdStores[1].code }),
    ])
    const own = [createdStores[0].code]
    expect(
      (await createPlan('stickers', setup.id, { change: 'remove', codes: own }, limited)).status,
    ).toBe(403)
  })

  test("rejects selections that aren't valid, and starts a plan only once", async () => {
    const { createdStores } = await createThreeStores()
    const setup = await createEmptyRecord('paymentSetups')
    for (const body of [
      {},
      { change: 'add' },
      { change: 'give', ids: [1] },
      { change: 'add', ids: [], codes: [] },
    ])
      expect((await createPlan('paymentSetups', setup.id, body)).status).toBe(400)
    const emptyPlan = await createPlan('paymentSetups', setup.id, {
      change: 'add',
      query: 'search=nothing-at-all',
    })
    expect(emptyPlan).toMatchObject({
      status: 422,
      body: { fields: { selection: expect.any(String) } },
    })
    const map = await createEmptyRecord('printfulSetup')
    const pairs = await createPlan('printfulSetup', map.id, {
      change: 'add',
      ids: [createdStores[0].id],
    })
    expect(pairs.body.fields.codes).toContain('Printful')
    const planResponse = await createPlan('paymentSetups', setup.id, {
      change: 'add',
      ids: [createdStores[0].id],
    })
    await startPlan('paymentSetups', setup.id, planResponse.body.id)
    const twice = await call('POST', buildListUrl('paymentSetups', setup.id), {
      body: { plan: planResponse.body.id },
    })
    expect(twice).toMatchObject({
      status: 409,
      body: { detail: 'These changes have already been started. Check their progress in Jobs.' },
    })
  })

  test('with 20,000 stores a page loads within a second, plans and a job finish, and other fields can be saved', async () => {
    const prefix = randomUUID().slice(0, 8)
    for (let offset = 0; offset < limits.storeReferences; offset += 500)
      await insertRows(
        platform(),
        stores,
        Array.from({ length: 500 }, (_, index) =>
          buildStoreValues({ name: `Many ${prefix} ${offset + index}` }),
        ),
      )
    const query = `search=${prefix}`
    const [setup, sticker] = [
      await createEmptyRecord('paymentSetups'),
      await createEmptyRecord('stickers'),
    ]
    const setupPlan = await createPlan('paymentSetups', setup.id, { change: 'add', query })
    expect(setupPlan.body.counts).toMatchObject({ changes: limits.storeReferences })
    const { body } = await createPlan('stickers', sticker.id, { change: 'add', query })
    const job = await startPlan('stickers', sticker.id, body.id)
    await runProductJob(platform(), job)
    expect((await call('GET', `/jobs/${job}`)).body).toMatchObject({
      status: 'done',
      rows: { done: limits.storeReferences },
    })
    const startedAt = performance.now()
    const page = await call('GET', `${buildListUrl('stickers', sticker.id)}?limit=25`)
    const duration = performance.now() - startedAt
    expect(page.body).toMatchObject({ total: limits.storeReferences })
    expect(page.body.data).toHaveLength(25)
    expect(duration).toBeLessThan(1000)
    const { version } = await loadRecord('stickers', sticker.id)
    const renamed = { body: { name: `Renamed ${prefix}` }, ifMatch: version }
    expect((await call('PATCH', `/stickers/${sticker.id}`, renamed)).status).toBe(200)
  }, 300_000)

  const loadRecord = async (name: string, id: number) => (await call('GET', `/${name}/${id}`)).body
  test('a store that is added to a theme references it', async () => {
    const { createdStores, query } = await createThreeStores()
    const theme = await createEmptyRecord('themes')
    const { body } = await createPlan('themes', theme.id, { change: 'add', query })
    await runJob(await startPlan('themes', theme.id, body.id))
    expect((await loadStore(call, createdStores[0].id)).themeId).toBe(theme.id)
  })
})
