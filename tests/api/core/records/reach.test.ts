import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import {
  insertStoreDefaults,
  insertTheme,
  loadNewestEntries,
  createStore,
  loadStore,
  buildStoreValues,
} from '#tests/api/support/stores.ts'

const path = '/storeDefaults/1'

describe.each(chooseDatabases('PostgreSQL'))(
  'design.md, "Reach of a change": platform defaults on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    beforeAll(async () => {
      call = await openSession(platform())
      await insertStoreDefaults(platform())
    })
    const db = () => platform().platform.db
    beforeEach(() => sql`delete from stores`.execute(db()))

    const loadDefaults = async () => (await call('GET', path)).body
    const change = async (body: object, token = '', key?: string) =>
      call('PATCH', `${path}${token && `?reach=${token}`}`, {
        body,
        ifMatch: (await loadDefaults()).version,
        ...(key ? { key } : {}),
      })
    const loadToken = async (body: object) => (await change(body)).body.reach.token

    test("an unconfirmed change isn't saved and reports how many stores it affects and how many have their own value", async () => {
      await createStore(call)
      await createStore(call)
      await createStore(call, { supportEmail: 'own@example.com' })
      const before = await loadDefaults()
      expect(await change({ supportEmail: 'new@example.com' })).toMatchObject({
        status: 409,
        body: {
          code: 'unconfirmed',
          reach: { token: expect.any(String), reaches: 2, own: 1, worse: [] },
        },
      })
      expect(await loadDefaults()).toEqual(before)
    })

    test('a change of several values affects a store that inherits one of them', async () => {
      await createStore(call, { supportEmail: 'own@example.com' })
      await createStore(call, { supportEmail: 'own@example.com', timeZone: 'Europe/London' })
      const both = { supportEmail: 'both@example.com', timeZone: 'Europe/Paris' }
      expect((await change(both)).body.reach).toMatchObject({ reaches: 1, own: 1 })
    })

    test('a confirmed change is saved and logged once, however often it is sent', async () => {
      await createStore(call)
      const body = { supportEmail: `${randomUUID()}@example.com` }
      const { version } = await loadDefaults()
      const token = await loadToken(body)
      const key = randomUUID()
      const request = { body, ifMatch: version, key }
      const saved = await call('PATCH', `${path}?reach=${token}`, request)
      expect(saved).toMatchObject({ status: 200, body: { ...body, version: version + 1 } })
      expect((await call('PATCH', `${path}?reach=${token}`, request)).body).toEqual(saved.body)
      expect(await loadNewestEntries(call, 1)).toMatchObject([
        { event: 'storeDefaults.updated', changes: { supportEmail: { after: body.supportEmail } } },
      ])
    })

    test('a different change needs its own confirmation', async () => {
      await createStore(call)
      const token = await loadToken({ supportEmail: 'told@example.com' })
      const other = await change({ supportEmail: 'other@example.com' }, token)
      expect(other).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
      expect(other.body.reach.token).not.toBe(token)
    })

    test('a change needs a new confirmation if its impact has changed', async () => {
      await createStore(call)
      const body = { supportEmail: 'later@example.com' }
      const token = await loadToken(body)
      await createStore(call)
      expect((await change(body, token)).body).toMatchObject({
        code: 'unconfirmed',
        reach: { reaches: 2 },
      })
    })

    test('a change without effect on stores needs no confirmation', async () => {
      await createStore(call, { supportEmail: 'own@example.com' })
      const body = { supportEmail: `${randomUUID()}@example.com` }
      expect((await change(body)).status).toBe(200)
      await createStore(call)
      expect((await change(body)).status).toBe(200)
    })

    test('stores that get worse are counted and named, and do get worse', async () => {
      // The store has its own dark text on an inherited primary color, which becomes dark.
      const bright = { primaryColour: '#fde047', textColour: '#1e293b' }
      await saveDefaults(bright)
      const paleStore = await createStore(call, { name: 'Pale', textColour: '#1e293b' })
      const fineStore = await createStore(call, { name: 'Fine' })
      const dark = { primaryColour: '#1e293b', textColour: '#ffffff' }
      expect((await change(dark)).body.reach.worse).toEqual([
        {
          what: 'Text on the primary color becomes hard to read',
          count: 1,
          examples: ['Pale'],
        },
        { what: 'Readiness goes down', count: 1, examples: ['Pale'] },
      ])
      const { version } = await loadDefaults()
      expect((await patchConfirmed(call, path, { body: dark, ifMatch: version })).status).toBe(200)
      expect((await loadStore(call, paleStore.id)).readiness).toBeLessThan(paleStore.readiness)
      expect((await loadStore(call, fineStore.id)).readiness).toBe(fineStore.readiness)
    })

    test('an unpublished default theme lowers the readiness of stores that inherit it', async () => {
      const themeId = await insertTheme(platform(), 'draft')
      const { id } = await createStore(call, { name: 'Worn' })
      await createStore(call, { themeId: (await loadDefaults()).themeId })
      expect((await change({ themeId })).body.reach).toMatchObject({
        reaches: 1,
        own: 1,
        worse: [{ what: 'Readiness goes down', count: 1, examples: ['Worn'] }],
      })
      expect((await loadStore(call, id)).version).toBe(1)
    })

    test.each([
      [{ primaryColour: '#ffff00', textColour: '#fffffe' }, 'textColour', '1.07'],
      [{ primaryColour: '#ffffff', textColour: '#fefefe' }, 'textColour', '1.00'],
    ])('rejects unreadable text: %o', async (body, field, contrast) => {
      await createStore(call)
      const sentence = `Text on the primary color has a contrast of ${contrast}. The minimum is 4.5.`
      expect(await change(body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: sentence } },
      })
    })

    test('rejects unreadable text at the field of the one color that changed', async () => {
      await saveDefaults({ primaryColour: '#1e293b', textColour: '#ffffff' })
      expect((await change({ primaryColour: '#ffff00' })).body.fields).toEqual({
        primaryColour: 'Text on the primary color has a contrast of 1.07. The minimum is 4.5.',
      })
    })

    test('rejects an unreadable pair for a store, counting its inherited color', async () => {
      await saveDefaults({ primaryColour: '#1e293b', textColour: '#ffffff' })
      const pale = 'Text on the primary color has a contrast of 1.07. The minimum is 4.5.'
      const store = await createStore(call)
      const updateStore = async (body: object) =>
        call('PATCH', `/stores/${store.id}`, {
          body,
          ifMatch: (await loadStore(call, store.id)).version,
        })
      expect(await updateStore({ primaryColour: '#ffff00' })).toMatchObject({
        status: 422,
        body: { fields: { primaryColour: pale } },
      })
      const bright = { primaryColour: '#ffff00', textColour: '#1e293b' }
      expect((await updateStore(bright)).status).toBe(200)
      expect((await updateStore({ textColour: '#ffffff' })).body.fields).toEqual({
        textColour: pale,
      })
      // Resets one color after the other to the inherited one.
      expect((await updateStore({ textColour: null })).status).toBe(200)
      expect((await updateStore({ primaryColour: null })).status).toBe(200)
      const created = await call('POST', '/stores', {
        body: buildStoreValues({ primaryColour: '#ffff00' }),
      })
      expect(created).toMatchObject({ status: 422, body: { fields: { primaryColour: pale } } })
    })

    /** Saves these defaults, confirming the change if needed. */
    async function saveDefaults(body: object) {
      const response = await change(body)
      const saved =
        response.status === 409 ? await change(body, response.body.reach.token) : response
      expect(saved.status).toBe(200)
    }
  },
)
