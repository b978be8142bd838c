import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

const path = '/preferences/columns.sizes'
const value = ['name', 'active', 'code']

describe.each(chooseDatabases('PostgreSQL'))('Preferences on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform(), await platform().addAccount([]))
  })
  const loadValue = async (caller = call) => (await caller('GET', path)).body

  test('a choice is saved in its order and cleared with null', async () => {
    expect(await loadValue()).toEqual({ value: null })
    expect(await call('PUT', path, { body: { value } })).toMatchObject({
      status: 200,
      body: { value },
    })
    expect(await loadValue()).toEqual({ value })
    await call('PUT', path, { body: { value: ['name'] } })
    expect(await loadValue()).toEqual({ value: ['name'] })
    await call('PUT', path, { body: { value: null } })
    expect(await loadValue()).toEqual({ value: null })
  })

  test("an operator can't read or change another's preferences", async () => {
    const other = await openSession(platform(), await platform().addAccount([]))
    await call('PUT', path, { body: { value } })
    expect(await loadValue(other)).toEqual({ value: null })
    await other('PUT', path, { body: { value: ['code'] } })
    await other('PUT', path, { body: { value: null } })
    expect(await loadValue()).toEqual({ value })
  })

  test('a repeated write is saved once', async () => {
    const first = { body: { value: ['name'] }, key: 'choice-1' }
    await call('PUT', path, first)
    await call('PUT', path, { body: { value } })
    expect(await call('PUT', path, first)).toMatchObject({ status: 200, body: { value: ['name'] } })
    expect(await loadValue()).toEqual({ value })
  })

  test.each([
    ['a text', 'name'],
    ['a missing value', undefined],
    ['an empty list', []],
    ['the same name twice', ['name', 'name']],
    ['an empty name', ['']],
    ['a number', [1]],
    ['a name that is too long', ['x'.repeat(61)]],
    ['a list that is too long', Array.from({ length: 101 }, (_, at) => `c${at}`)],
  ])('rejects %s', async (_what, invalidValue) => {
    const answer = await call('PUT', path, { body: { value: invalidValue } })
    expect(answer).toMatchObject({ status: 422, body: { fields: { value: expect.any(String) } } })
  })

  test.each(['columns', 'columns.', 'sorts.sizes', 'columns.Sizes', `columns.${'x'.repeat(41)}`])(
    "a preference named %s doesn't exist",
    async (name) => {
      for (const method of ['GET', 'PUT'])
        expect(
          await call(method, `/preferences/${name}`, method === 'PUT' ? { body: { value } } : {}),
        ).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test('the time zone is saved and returned with the signed-in user, or null if there is none', async () => {
    const timeZonePath = '/preferences/timeZone'
    const loadDetails = async () => (await call('GET', '/users/roles/details')).body
    expect(await loadDetails()).toMatchObject({ user: { timeZone: null } })
    await call('PUT', timeZonePath, { body: { value: ['Asia/Kolkata'] } })
    expect(await loadDetails()).toMatchObject({ user: { timeZone: 'Asia/Kolkata' } })
    await call('PUT', timeZonePath, { body: { value: null } })
    expect(await loadDetails()).toMatchObject({ user: { timeZone: null } })
  })

  test.each([[['Europe/Nowhere']], [['+02:00']], [['Europe/Berlin', 'UTC']], [['name']]])(
    'rejects the invalid time zone %j',
    async (invalidValue) => {
      const answer = await call('PUT', '/preferences/timeZone', { body: { value: invalidValue } })
      expect(answer).toMatchObject({ status: 422, body: { fields: { value: expect.any(String) } } })
    },
  )

  test('an operator can save only a limited number of preferences', async () => {
    const callAsAccount = await openSession(platform(), await platform().addAccount([]))
    const names = Array.from(
      { length: 200 },
      (_, at) =>
        `/preferences/columns.x${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${'A'.repeat(Math.floor(at / 26))}`,
    )
    await Promise.all(names.map((name) => callAsAccount('PUT', name, { body: { value } })))
    expect(await callAsAccount('PUT', path, { body: { value } })).toMatchObject({ status: 409 })
    expect(await callAsAccount('PUT', names[0] ?? '', { body: { value } })).toMatchObject({
      status: 200,
    })
  })
})
