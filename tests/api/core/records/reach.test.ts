import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import {
  addDefaults,
  addTheme,
  newestEntries,
  newStore,
  storeNow,
  storeValues,
} from '#tests/api/support/stores.ts'

const path = '/storeDefaults/1'

describe.each(usually('PostgreSQL'))(
  'design.md, "Reach of a change": platform defaults on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    beforeAll(async () => {
      call = await signedIn(platform())
      await addDefaults(platform())
    })
    const db = () => platform().platform.db
    beforeEach(() => sql`delete from stores`.execute(db()))

    const now = async () => (await call('GET', path)).body
    const change = async (body: object, reach = '', key?: string) =>
      call('PATCH', `${path}${reach && `?reach=${reach}`}`, {
        body,
        ifMatch: (await now()).version,
        ...(key ? { key } : {}),
      })
    const tokenFor = async (body: object) => (await change(body)).body.reach.token

    test('a change is told how many stores take it and how many have their own, and is not kept', async () => {
      await newStore(call)
      await newStore(call)
      await newStore(call, { supportEmail: 'own@example.com' })
      const before = await now()
      expect(await change({ supportEmail: 'new@example.com' })).toMatchObject({
        status: 409,
        body: {
          code: 'unconfirmed',
          reach: { token: expect.any(String), reaches: 2, own: 1, worse: [] },
        },
      })
      expect(await now()).toEqual(before)
    })

    test('of several values, a store that inherits one of them is reached', async () => {
      await newStore(call, { supportEmail: 'own@example.com' })
      await newStore(call, { supportEmail: 'own@example.com', timeZone: 'Europe/London' })
      const both = { supportEmail: 'both@example.com', timeZone: 'Europe/Paris' }
      expect((await change(both)).body.reach).toMatchObject({ reaches: 1, own: 1 })
    })

    test('confirmed, it is kept and audited once, however often it is sent', async () => {
      await newStore(call)
      const body = { supportEmail: `${randomUUID()}@example.com` }
      const { version } = await now()
      const token = await tokenFor(body)
      const key = randomUUID()
      const sent = { body, ifMatch: version, key }
      const saved = await call('PATCH', `${path}?reach=${token}`, sent)
      expect(saved).toMatchObject({ status: 200, body: { ...body, version: version + 1 } })
      expect((await call('PATCH', `${path}?reach=${token}`, sent)).body).toEqual(saved.body)
      expect(await newestEntries(call, 1)).toMatchObject([
        { event: 'storeDefaults.updated', changes: { supportEmail: { after: body.supportEmail } } },
      ])
    })

    test('another change than the one that was told is told anew', async () => {
      await newStore(call)
      const token = await tokenFor({ supportEmail: 'told@example.com' })
      const other = await change({ supportEmail: 'other@example.com' }, token)
      expect(other).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
      expect(other.body.reach.token).not.toBe(token)
    })

    test('a reach that is another one by now is told anew', async () => {
      await newStore(call)
      const body = { supportEmail: 'later@example.com' }
      const token = await tokenFor(body)
      await newStore(call)
      expect((await change(body, token)).body).toMatchObject({
        code: 'unconfirmed',
        reach: { reaches: 2 },
      })
    })

    test('what reaches no store, or changes nothing, is asked of nobody', async () => {
      await newStore(call, { supportEmail: 'own@example.com' })
      const body = { supportEmail: `${randomUUID()}@example.com` }
      expect((await change(body)).status).toBe(200)
      await newStore(call)
      expect((await change(body)).status).toBe(200)
    })

    test('the stores that are worse off for it are counted and named, and are so afterwards', async () => {
      // Dark text of its own, on a primary colour that it inherits and that becomes dark.
      const bright = { primaryColour: '#fde047', textColour: '#1e293b' }
      await confirmedOrSaved(bright)
      const pale = await newStore(call, { name: 'Pale', textColour: '#1e293b' })
      const fine = await newStore(call, { name: 'Fine' })
      const dark = { primaryColour: '#1e293b', textColour: '#ffffff' }
      expect((await change(dark)).body.reach.worse).toEqual([
        {
          what: 'Text on the primary color becomes hard to read',
          count: 1,
          examples: ['Pale'],
        },
        { what: 'Readiness goes down', count: 1, examples: ['Pale'] },
      ])
      const { version } = await now()
      expect((await confirmed(call, path, { body: dark, ifMatch: version })).status).toBe(200)
      expect((await storeNow(call, pale.id)).readiness).toBeLessThan(pale.readiness)
      expect((await storeNow(call, fine.id)).readiness).toBe(fine.readiness)
    })

    test('a theme that is not published makes those that inherit it less ready', async () => {
      const themeId = await addTheme(platform(), 'draft')
      const { id } = await newStore(call, { name: 'Worn' })
      await newStore(call, { themeId: (await now()).themeId })
      expect((await change({ themeId })).body.reach).toMatchObject({
        reaches: 1,
        own: 1,
        worse: [{ what: 'Readiness goes down', count: 1, examples: ['Worn'] }],
      })
      expect((await storeNow(call, id)).version).toBe(1)
    })

    test.each([
      [{ primaryColour: '#ffff00', textColour: '#fffffe' }, 'textColour', '1.07'],
      [{ primaryColour: '#ffffff', textColour: '#fefefe' }, 'textColour', '1.00'],
    ])('text that cannot be read is refused: %o', async (body, field, contrast) => {
      await newStore(call)
      const sentence = `Text on the primary color has a contrast of ${contrast}. The minimum is 4.5.`
      expect(await change(body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: sentence } },
      })
    })

    test('also where one of the two colours alone is changed, at its field', async () => {
      await confirmedOrSaved({ primaryColour: '#1e293b', textColour: '#ffffff' })
      expect((await change({ primaryColour: '#ffff00' })).body.fields).toEqual({
        primaryColour: 'Text on the primary color has a contrast of 1.07. The minimum is 4.5.',
      })
    })

    test('a store is refused such a pair too: its own, and with what it inherits', async () => {
      await confirmedOrSaved({ primaryColour: '#1e293b', textColour: '#ffffff' })
      const pale = 'Text on the primary color has a contrast of 1.07. The minimum is 4.5.'
      const store = await newStore(call)
      const put = async (body: object) =>
        call('PATCH', `/stores/${store.id}`, {
          body,
          ifMatch: (await storeNow(call, store.id)).version,
        })
      expect(await put({ primaryColour: '#ffff00' })).toMatchObject({
        status: 422,
        body: { fields: { primaryColour: pale } },
      })
      const bright = { primaryColour: '#ffff00', textColour: '#1e293b' }
      expect((await put(bright)).status).toBe(200)
      expect((await put({ textColour: '#ffffff' })).body.fields).toEqual({ textColour: pale })
      // One after the other is given back to what it inherits.
      expect((await put({ textColour: null })).status).toBe(200)
      expect((await put({ primaryColour: null })).status).toBe(200)
      const made = await call('POST', '/stores', {
        body: storeValues({ primaryColour: '#ffff00' }),
      })
      expect(made).toMatchObject({ status: 422, body: { fields: { primaryColour: pale } } })
    })

    /** Puts the defaults so, whatever they were. */
    async function confirmedOrSaved(body: object) {
      const told = await change(body)
      const saved = told.status === 409 ? await change(body, told.body.reach.token) : told
      expect(saved.status).toBe(200)
    }
  },
)
