import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformIntegrations } from '#server/platform/areas/integrations.ts'
import { formatUntilActive } from '#server/platform/core/integrations/servedStores.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { setupsOf } from '#tests/api/support/setups.ts'
import { newStore } from '#tests/api/support/stores.ts'

/** A change of each kind that a test has to prove. */
const provenChange: Record<string, object> = {
  smtpSettings: { host: 'mail2.nowhere.invalid' },
  adminSignOns: { clientId: 'another' },
  memberSignOns: { clientId: 'another' },
  paymentSetups: { instructions: 'Pay at the desk' },
  giftCardSetup: { apiKey: 'XX-another-of-the-sandbox' },
  cognitoSetup: { clientId: 'another' },
  printfulSetup: { token: 'another-token-of-tests' },
}

describe.each(usually('PostgreSQL'))('disabling on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let store: { id: number; name: string; code: string }
  beforeAll(async () => {
    call = await signedIn(platform())
    store = await newStore(call, { type: 'mixed' })
  })
  beforeEach(async () => {
    await sql`update stores set smtp_settings_id = null`.execute(db())
    for (const { resource } of platformIntegrations)
      await sql`delete from ${sql.table(resource.name)}`.execute(db())
  })
  const makeActive = async (name: string, more: object): Promise<number> => {
    const values = Object.fromEntries(setupsOf(store))[name]
    const answer = await call('POST', `/${name}`, { body: { ...values, ...more } })
    expect([answer.status, answer.body.fields]).toEqual([201, undefined])
    const { id } = answer.body
    await sql`update ${sql.table(name)} set state = 'active' where id = ${id}`.execute(db())
    return id
  }
  const setUp = async (name: string, more: object = {}): Promise<number> => {
    const id = await makeActive(name, more)
    if (name === 'smtpSettings')
      await sql`update stores set smtp_settings_id = ${id} where id = ${store.id}`.execute(db())
    return id
  }
  const disable = (name: string, id: number, token = '') =>
    call('POST', `/${name}/${id}/state?reach=${token}`, { body: { event: 'disable' } })
  const stateOf = async (name: string, id: number) =>
    (await call('GET', `/${name}/${id}`)).body.state

  test.each(platformIntegrations)(
    '$resource.name tells what stops, and in which stores, before it does',
    async ({ resource: { name }, disableImpact: stops }) => {
      const id = await setUp(name)
      const asked = await disable(name, id)
      expect(asked).toMatchObject({
        status: 409,
        body: {
          code: 'unconfirmed',
          reach: { reaches: 1, worse: [{ what: stops.what, count: 1, examples: [store.name] }] },
        },
      })
      expect(await stateOf(name, id)).toBe('active')
      expect(stops.what).toMatch(/^[A-Z][^.]+[^.]$/)
      expect((await disable(name, id, 'another')).status).toBe(409)
      expect((await disable(name, id, asked.body.reach.token)).body.state).toBe('disabled')
    },
  )

  test.each(platformIntegrations)(
    'a save that has an active $resource.name wait for a test tells what stops, and in which stores',
    async ({ resource: { name }, disableImpact: stops }) => {
      const id = await setUp(name, { name: 'Changed' })
      const save = async (token = '') => {
        const ifMatch = (await call('GET', `/${name}/${id}`)).body.version
        return call('PATCH', `/${name}/${id}?reach=${token}`, { body: provenChange[name], ifMatch })
      }
      const asked = await save()
      const what = formatUntilActive(stops.what)
      expect(asked).toMatchObject({
        status: 409,
        body: {
          code: 'unconfirmed',
          reach: { reaches: 1, worse: [{ what, count: 1, examples: [store.name] }] },
        },
      })
      expect(await stateOf(name, id)).toBe('active')
      expect((await save(asked.body.reach.token)).body.state).toBe('draft')
    },
  )

  test('a save of what a test does not prove is not asked about', async () => {
    const id = await setUp('cognitoSetup', { userPoolId: 'eu-central-1_Another' })
    const saved = await call('PATCH', `/cognitoSetup/${id}`, { body: { mfa: 'on' }, ifMatch: 1 })
    expect([saved.status, saved.body.state]).toEqual([200, 'active'])
  })

  test('the default mail setting tells of mail that is of no store, even where no store has it', async () => {
    const own = await setUp('smtpSettings', { name: 'Of its own', scope: 'stores' })
    await sql`update stores set smtp_settings_id = ${own}`.execute(db())
    const id = await makeActive('smtpSettings', { name: 'Default', scope: 'platform' })
    expect((await disable('smtpSettings', id)).body.reach).toMatchObject({
      reaches: 0,
      worse: [{ what: 'Operator invitations and password links are held', count: 0 }],
    })
  })

  test('names five of many stores, and asks anyway where there is none', async () => {
    const stores = await Promise.all(
      Array.from('fedcba', (letter) => newStore(call, { name: `Stop ${letter}` })),
    )
    const id = await setUp('paymentSetups', {
      name: 'Of many',
      storeIds: stores.map((one) => one.id),
    })
    const { reaches, worse } = (await disable('paymentSetups', id)).body.reach
    expect(reaches).toBe(6)
    expect(worse[0].examples).toEqual(Array.from('abcde', (letter) => `Stop ${letter}`))

    const nobodys = await setUp('paymentSetups', { name: 'Of nobody', storeIds: [] })
    const asked = await disable('paymentSetups', nobodys)
    expect(asked).toMatchObject({ status: 409, body: { reach: { reaches: 0, worse: [] } } })
    expect(await stateOf('paymentSetups', nobodys)).toBe('active')
    const { token } = asked.body.reach
    expect((await disable('paymentSetups', nobodys, token)).body.state).toBe('disabled')
  })
})
