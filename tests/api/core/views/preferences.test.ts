import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

const path = '/preferences/columns.sizes'
const value = ['name', 'active', 'code']

describe.each(usually('PostgreSQL'))('preferences on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform(), await platform().addAccount([]))
  })
  const kept = async (caller = call) => (await caller('GET', path)).body

  test('what was chosen is kept in its order, and forgotten with null', async () => {
    expect(await kept()).toEqual({ value: null })
    expect(await call('PUT', path, { body: { value } })).toMatchObject({
      status: 200,
      body: { value },
    })
    expect(await kept()).toEqual({ value })
    await call('PUT', path, { body: { value: ['name'] } })
    expect(await kept()).toEqual({ value: ['name'] })
    await call('PUT', path, { body: { value: null } })
    expect(await kept()).toEqual({ value: null })
  })

  test("are the operator's own: nobody else reads or changes them", async () => {
    const other = await signedIn(platform(), await platform().addAccount([]))
    await call('PUT', path, { body: { value } })
    expect(await kept(other)).toEqual({ value: null })
    await other('PUT', path, { body: { value: ['code'] } })
    await other('PUT', path, { body: { value: null } })
    expect(await kept()).toEqual({ value })
  })

  test('a write that is sent again counts once', async () => {
    const first = { body: { value: ['name'] }, key: 'choice-1' }
    await call('PUT', path, first)
    await call('PUT', path, { body: { value } })
    expect(await call('PUT', path, first)).toMatchObject({ status: 200, body: { value: ['name'] } })
    expect(await kept()).toEqual({ value })
  })

  test.each([
    ['a text', 'name'],
    ['nothing', undefined],
    ['an empty list', []],
    ['the same name twice', ['name', 'name']],
    ['an empty name', ['']],
    ['a number', [1]],
    ['a name without end', ['x'.repeat(61)]],
    ['names without end', Array.from({ length: 101 }, (_, at) => `c${at}`)],
  ])('%s is refused', async (_what, wrong) => {
    const answer = await call('PUT', path, { body: { value: wrong } })
    expect(answer).toMatchObject({ status: 422, body: { fields: { value: expect.any(String) } } })
  })

  test.each(['columns', 'columns.', 'sorts.sizes', 'columns.Sizes', `columns.${'x'.repeat(41)}`])(
    'there is no preference named %s',
    async (name) => {
      for (const method of ['GET', 'PUT'])
        expect(
          await call(method, `/preferences/${name}`, method === 'PUT' ? { body: { value } } : {}),
        ).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test('the time zone is kept, and told with who is signed in; null where none is', async () => {
    const own = '/preferences/timeZone'
    const told = async () => (await call('GET', '/users/roles/details')).body
    expect(await told()).toMatchObject({ user: { timeZone: null } })
    await call('PUT', own, { body: { value: ['Asia/Kolkata'] } })
    expect(await told()).toMatchObject({ user: { timeZone: 'Asia/Kolkata' } })
    await call('PUT', own, { body: { value: null } })
    expect(await told()).toMatchObject({ user: { timeZone: null } })
  })

  test.each([[['Europe/Nowhere']], [['+02:00']], [['Europe/Berlin', 'UTC']], [['name']]])(
    'no time zone: %j is refused',
    async (wrong) => {
      const answer = await call('PUT', '/preferences/timeZone', { body: { value: wrong } })
      expect(answer).toMatchObject({ status: 422, body: { fields: { value: expect.any(String) } } })
    },
  )

  test('one operator keeps no more than there is use for', async () => {
    const hoarder = await signedIn(platform(), await platform().addAccount([]))
    const names = Array.from(
      { length: 200 },
      (_, at) =>
        `/preferences/columns.x${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${'A'.repeat(Math.floor(at / 26))}`,
    )
    await Promise.all(names.map((name) => hoarder('PUT', name, { body: { value } })))
    expect(await hoarder('PUT', path, { body: { value } })).toMatchObject({ status: 409 })
    expect(await hoarder('PUT', names[0] ?? '', { body: { value } })).toMatchObject({ status: 200 })
  })
})
