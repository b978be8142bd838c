import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { buildSetups } from '#tests/api/support/setups.ts'
import { createStore } from '#tests/api/support/stores.ts'

/** A change that needs a new test, by resource. */
const testedChanges: Record<string, object> = {
  smtpSettings: { host: 'mail2.nowhere.invalid' },
  adminSignOns: { clientId: 'another' },
  memberSignOns: { clientId: 'another' },
  paymentSetups: { instructions: 'Pay at the desk' },
  giftCardSetup: { apiKey: 'XX-another-of-the-sandbox' },
  cognitoSetup: { clientId: 'another' },
  printfulSetup: { token: 'another-token-of-tests' },
  alertChannels: { url: 'https://chat.nowhere.invalid/others' },
  signInProviders: { clientId: 'another' },
}

/** Sign-in providers are for operators, so no store needs one. */
const getReach = (name: string) => (name === 'signInProviders' ? 0 : 1)

describe.each(chooseDatabases('PostgreSQL'))('Disabling integrations on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let store: { id: number; name: string; code: string }
  beforeAll(async () => {
    call = await openSession(platform())
    store = await createStore(call, { type: 'mixed' })
  })
  beforeEach(async () => {
    await sql`update stores set smtp_settings_id = null`.execute(db())
    for (const { resource } of getAreaIntegrations(areas))
      await sql`delete from ${sql.table(resource.name)}`.execute(db())
  })
  const createActive = async (name: string, more: object): Promise<number> => {
    const values = Object.fromEntries(buildSetups(store))[name]
    const answer = await call('POST', `/${name}`, { body: { ...values, ...more } })
    expect([answer.status, answer.body.fields]).toEqual([201, undefined])
    const { id } = answer.body
    await sql`update ${sql.table(name)} set state = 'active' where id = ${id}`.execute(db())
    return id
  }
  const setUp = async (name: string, more: object = {}): Promise<number> => {
    const id = await createActive(name, more)
    if (name === 'smtpSettings')
      await sql`update stores set smtp_settings_id = ${id} where id = ${store.id}`.execute(db())
    return id
  }
  const disable = (name: string, id: number, token = '') =>
    call('POST', `/${name}/${id}/state?reach=${token}`, { body: { event: 'disable' } })
  const loadState = async (name: string, id: number) =>
    (await call('GET', `/${name}/${id}`)).body.state

  test.each(getAreaIntegrations(areas))(
    'disabling $resource.name shows what stops, and in which stores, before it happens',
    async ({ resource: { name }, disableImpact: { messages } }) => {
      const id = await setUp(name)
      const unconfirmed = await disable(name, id)
      const what = messages.disabled(store.name)
      expect(unconfirmed).toMatchObject({
        status: 409,
        body: {
          code: 'unconfirmed',
          reach: { reaches: getReach(name), worse: [{ what, count: 0, examples: [] }] },
        },
      })
      expect(await loadState(name, id)).toBe('active')
      expect((await disable(name, id, 'another')).status).toBe(409)
      expect((await disable(name, id, unconfirmed.body.reach.token)).body.state).toBe('disabled')
    },
  )

  // A save that stops no store is saved at once.
  test.each(getAreaIntegrations(areas).filter(({ resource }) => getReach(resource.name) > 0))(
    'a save that turns an active $resource.name into a draft shows what stops, and in which stores',
    async ({ resource: { name }, disableImpact: { messages } }) => {
      const id = await setUp(name, { name: 'Changed' })
      const save = async (token = '') => {
        const ifMatch = (await call('GET', `/${name}/${id}`)).body.version
        return call('PATCH', `/${name}/${id}?reach=${token}`, {
          body: testedChanges[name],
          ifMatch,
        })
      }
      const unconfirmed = await save()
      const what = messages.changed(store.name)
      expect(unconfirmed).toMatchObject({
        status: 409,
        body: {
          code: 'unconfirmed',
          reach: { reaches: getReach(name), worse: [{ what, count: 0, examples: [] }] },
        },
      })
      expect(await loadState(name, id)).toBe('active')
      expect((await save(unconfirmed.body.reach.token)).body.state).toBe('draft')
    },
  )

  test('a save that needs no new test needs no confirmation', async () => {
    const id = await setUp('cognitoSetup', { userPoolId: 'eu-central-1_Another' })
    const response = await call('PATCH', `/cognitoSetup/${id}`, { body: { mfa: 'on' }, ifMatch: 1 })
    expect([response.status, response.body.state]).toEqual([200, 'active'])
  })

  test('the default SMTP setting warns about emails without a store, even if no store uses it', async () => {
    const storeSetting = await setUp('smtpSettings', { name: 'Of its own', scope: 'stores' })
    await sql`update stores set smtp_settings_id = ${storeSetting}`.execute(db())
    const id = await createActive('smtpSettings', { name: 'Default', scope: 'platform' })
    expect((await disable('smtpSettings', id)).body.reach).toMatchObject({
      reaches: 0,
      worse: [{ what: 'Operator invitations and password links are held.', count: 0 }],
    })
  })

  test('names five of many stores, and needs a confirmation even without stores', async () => {
    const stores = await Promise.all(
      Array.from('fedcba', (letter) => createStore(call, { name: `Stop ${letter}` })),
    )
    const id = await setUp('paymentSetups', {
      name: 'Of many',
      storeIds: stores.map((one) => one.id),
    })
    const { reaches, worse } = (await disable('paymentSetups', id)).body.reach
    expect(reaches).toBe(6)
    expect(worse[0].what).toBe(
      "Stop a, Stop b, Stop c, Stop d, Stop e, and 1 more store can't take payments.",
    )

    const unusedSetup = await setUp('paymentSetups', { name: 'Of nobody', storeIds: [] })
    const unconfirmed = await disable('paymentSetups', unusedSetup)
    expect(unconfirmed).toMatchObject({ status: 409, body: { reach: { reaches: 0, worse: [] } } })
    expect(await loadState('paymentSetups', unusedSetup)).toBe('active')
    const { token } = unconfirmed.body.reach
    expect((await disable('paymentSetups', unusedSetup, token)).body.state).toBe('disabled')
  })
})
