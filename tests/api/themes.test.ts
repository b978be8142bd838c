import { beforeAll, describe, expect, test } from 'vitest'
import { initialValues } from '#shared/engine/validation.ts'
import { themes } from '#shared/resources/themes.ts'
import { signedIn } from './support/calling.ts'
import type { Caller } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'
import { newStore } from './support/stores.ts'

describe.each(databases)('themes on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const add = async (name: string, more = {}) => {
    const code = name.toLowerCase()
    const body = { ...initialValues(themes), name, code, status: 'published', ...more }
    return call('POST', '/themes', { body })
  }
  const now = async (id: number) => (await call('GET', `/themes/${id}`)).body
  const change = async (path: string, body: object) => {
    const { version } = (await call('GET', path)).body
    return call('PATCH', path, { body, ifMatch: version })
  }

  test('a theme knows how many stores wear it, whoever comes and goes', async () => {
    const [one, other] = [(await add('Dune')).body, (await add('Fjord')).body]
    const made = await Promise.all(
      [1, 2, 3, 4].map((at) => newStore(call, { themeId: one.id, notes: String(at) })),
    )
    expect((await now(one.id)).stores).toBe(4)
    const moved = await change(`/stores/${made[0].id}`, { themeId: other.id })
    expect(moved.status).toBe(200)
    expect([(await now(one.id)).stores, (await now(other.id)).stores]).toEqual([3, 1])
  })

  test('an account for some stores sees all themes, and counts its own stores', async () => {
    const { id } = (await add('Scoped')).body
    const [mine] = await Promise.all([1, 2].map(() => newStore(call, { themeId: id })))
    const one = await signedIn(
      platform(),
      await platform().addAccount(['modulesRead', 'modulesRead:read'], [mine.id]),
    )
    expect((await one('GET', `/themes/${id}`)).body.stores).toBe(1)
    expect((await now(id)).stores).toBe(2)
  })

  test('is deleted only while nothing uses it, and tells what does', async () => {
    const { id } = (await add('Worn')).body
    await newStore(call, { themeId: id })
    expect(await call('DELETE', `/themes/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'store', count: 1 }] },
    })
    const { id: unused } = (await add('Unused')).body
    expect((await call('DELETE', `/themes/${unused}`)).status).toBe(204)
  })

  test('its code is given once', async () => {
    const { id } = (await add('Fixed')).body
    expect(await change(`/themes/${id}`, { code: 'other' })).toMatchObject({
      status: 422,
      body: { fields: { code: 'Code cannot be changed' } },
    })
  })

  test('is replaced by another one that is published, once it goes', async () => {
    const [old, fresh, draft] = await Promise.all([
      add('Old').then(({ body }) => body.id),
      add('Fresh').then(({ body }) => body.id),
      add('Draft', { status: 'draft' }).then(({ body }) => body.id),
    ])
    const refused = async (body: object) => {
      const answer = await change(`/themes/${old}`, body)
      expect(answer.status).toBe(422)
      return answer.body.fields.replacementId
    }
    const status = 'deprecated'
    expect(await refused({ replacementId: fresh })).toContain('deprecated or archived')
    expect(await refused({ status, replacementId: old })).toContain('cannot replace itself')
    expect(await refused({ status, replacementId: draft })).toContain('that is published')
    const done = await change(`/themes/${old}`, { status, replacementId: fresh })
    expect(done).toMatchObject({ status: 200, body: { status, replacementId: fresh } })
    expect(await refused({ status: 'published' })).toContain('deprecated or archived')
  })
})
