import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { signedIn, tokenOf } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore, storeNow } from '#tests/api/support/stores.ts'
import { packageOf, sendPackage } from '#tests/api/support/themePackages.ts'

describe.each(usually('PGlite'))('themes on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const add = async (name: string, more = {}) => {
    const code = name.toLowerCase()
    const body = { ...getInitialValues(themes), name, code, status: 'published', ...more }
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

  test('a change of its status says why, and what replaces it goes when it is published again', async () => {
    const [old, fresh] = [(await add('Reasoned')).body, (await add('Replacing')).body]
    const to = async (body: object) => {
      const ifMatch = (await now(old.id)).version
      return call('POST', `/themes/${old.id}/status`, { body, ifMatch })
    }
    const goes = { status: 'deprecated', replacementId: fresh.id }
    expect(await to(goes)).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason is a required field' } },
    })
    expect((await to({ ...goes, reason: 'x', name: 'No' })).status).toBe(422)
    expect((await to({ ...goes, reason: 'Too dark' })).body).toMatchObject(goes)
    const { body } = await call('GET', '/audit?limit=1')
    expect(body.data[0]).toMatchObject({
      event: 'themes.updated',
      targetId: old.id,
      changes: {
        status: { before: 'published', after: 'deprecated' },
        reason: { after: 'Too dark' },
      },
    })
    const history = await call('GET', `/themes/${old.id}/history?limit=1`)
    expect(history.body.data[0]).toMatchObject({
      reason: 'Too dark',
      after: { status: 'deprecated' },
    })
    expect((await to({ status: 'published' })).body).toMatchObject({
      status: 'published',
      replacementId: null,
    })
    const stale = { body: { ...goes, reason: 'x' }, ifMatch: old.version }
    expect((await call('POST', `/themes/${old.id}/status`, stale)).status).toBe(409)
  })

  test('is deleted only while nothing uses it, and tells what does', async () => {
    const { id } = (await add('Worn')).body
    await newStore(call, { themeId: id })
    expect(await call('DELETE', `/themes/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'store', count: 1 }] },
    })
    // Who may not read stores is told how many there are.
    const reader = await signedIn(platform(), await platform().addAccount(['modulesRead']))
    expect((await reader('GET', `/themes/${id}/uses`)).body.data).toEqual([
      { kind: 'store', count: 1, examples: [] },
    ])
    // There is one alone: it goes by what it is, and says where it stands.
    const { themeId } = (await call('GET', '/storeDefaults/1')).body
    const uses = (await call('GET', `/themes/${themeId}/uses`)).body.data
    expect(uses).toContainEqual({
      kind: 'platform default',
      count: 1,
      examples: [],
      to: '/stores?defaults',
    })
    const { id: unused } = (await add('Unused')).body
    expect((await call('DELETE', `/themes/${unused}`)).status).toBe(204)
  })

  test('its code is given once', async () => {
    const { id } = (await add('Fixed')).body
    expect(await change(`/themes/${id}`, { code: 'other' })).toMatchObject({
      status: 422,
      body: { fields: { code: "Code can't be changed" } },
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
    expect(await refused({ status, replacementId: old })).toContain("can't replace itself")
    expect(await refused({ status, replacementId: draft })).toContain('choose a published theme')
    expect(await refused({ status, replacementId: 999_999_999 })).toContain("doesn't exist")
    const done = await change(`/themes/${old}`, { status, replacementId: fresh })
    expect(done).toMatchObject({ status: 200, body: { status, replacementId: fresh } })
    expect(await refused({ status: 'published' })).toContain('deprecated or archived')
  })

  const asked = async (id: number, body: object, reach = '') => {
    const { version } = await now(id)
    return call('PATCH', `/themes/${id}?reach=${reach}`, { body, ifMatch: version })
  }
  const inBulk = async (id: number, values: object) =>
    (await call('POST', '/themes/bulk/plan', { body: { action: 'change', values, ids: [id] } }))
      .body

  test('that is worn is deprecated with a replacement alone, once it is confirmed how many stores wear it', async () => {
    const [old, fresh] = [(await add('Elder')).body.id, (await add('Younger')).body.id]
    for (const name of ['Ash', 'Birch']) await newStore(call, { themeId: old, name })
    const status = 'deprecated'
    const bare = await asked(old, { status })
    expect([bare.status, bare.body.fields]).toEqual([
      422,
      {
        replacementId: 'Replaced by: choose another theme, because 2 stores use this one.',
      },
    ])
    expect(JSON.stringify(await inBulk(old, { status }))).toContain('2 stores use this theme')
    const goes = { status, replacementId: fresh }
    const told = await asked(old, goes)
    expect([told.status, told.body.code]).toEqual([409, 'unconfirmed'])
    const { token, ...reach } = told.body.reach
    expect(reach).toEqual({
      reaches: 2,
      own: 0,
      worse: [
        {
          what: 'The theme stays in use, but readiness goes down',
          count: 2,
          examples: ['Ash', 'Birch'],
        },
      ],
    })
    expect((await now(old)).status).toBe('published')
    expect((await asked(old, goes, token)).status).toBe(200)
    expect((await asked(old, { replacementId: null })).body.fields.replacementId).toContain('2')
    expect((await asked(old, { description: 'Older' })).status).toBe(200)
    expect((await asked(old, { status: 'published', replacementId: null })).status).toBe(200)
  })

  test.each(['archived', 'draft'])(
    'is not %s while stores wear it, or while it is what they inherit',
    async (status) => {
      const { id } = (await add(`Still ${status}`, { code: `still-${status}` })).body
      const { id: store } = await newStore(call, { themeId: id })
      const refusal = 'Status: 1 store uses this theme. Assign another theme to this store first.'
      expect((await asked(id, { status })).body.fields).toEqual({ status: refusal })
      expect(JSON.stringify(await inBulk(id, { status }))).toContain(refusal)
      await change(`/stores/${store}`, { themeId: null })
      expect((await asked(id, { status })).status).toBe(200)
      const { themeId } = (await call('GET', '/storeDefaults/1')).body
      expect((await asked(themeId, { status })).body.fields.status).toMatch(/^Status: /)
    },
  )

  test('is changed by accounts for all stores, and has its picture from whoever adds a version', async () => {
    const { id, version } = (await add('Everyones')).body
    const store = await newStore(call, { themeId: id })
    const account = await platform().addAccount(everyRight, [store.id])
    const one = await signedIn(platform(), account)
    const body = { status: 'deprecated' }
    expect((await one('PATCH', `/themes/${id}`, { body, ifMatch: version })).status).toBe(403)
    const token = await tokenOf(platform(), account)
    const sent = await sendPackage(platform(), token, await packageOf('Everyones', '1.0.0'))
    const made = await one('POST', '/themeVersions', {
      body: { themeId: id, semver: '1.0.0', package: sent.body.id, changelog: 'First' },
    })
    expect([made.status, (await now(id)).preview]).toEqual([201, expect.any(Number)])
  })

  test('is changed among many by accounts for all stores alone, and the plan tells how many wear it', async () => {
    const [old, fresh] = [(await add('Cedar')).body.id, (await add('Larch')).body.id]
    const store = await newStore(call, { themeId: old })
    const one = await signedIn(platform(), await platform().addAccount(everyRight, [store.id]))
    const values = { status: 'deprecated', replacementId: fresh }
    const plan = (by: Caller, more: object) =>
      by('POST', '/themes/bulk/plan', {
        body: { action: 'change', values: more, ids: [old] },
      })
    expect((await plan(one, values)).body).toMatchObject({
      counts: { changes: 0, refused: 1 },
      refused: [{ id: old, sentence: expect.stringContaining('affect all stores') }],
    })
    const told = '1 store uses one of these themes.'
    expect((await plan(call, { author: 'Somebody' })).body.reaches[0]).toBe(told)
    expect((await plan(call, values)).body).toMatchObject({
      counts: { changes: 1 },
      reaches: [`${told} Readiness goes down for 1 store.`, expect.any(String)],
    })
  })

  const assign = (id: number, storeIds: unknown, reach = '') =>
    call('POST', `/themes/${id}/assign?reach=${reach}`, { body: { storeIds } })

  test('is assigned to stores by a job, once what that reaches is confirmed, and taken back', async () => {
    const [from, to] = [(await add('From')).body, (await add('Into')).body]
    const worn = await newStore(call, { themeId: from.id, name: 'A store' })
    const bare = await newStore(call, { name: 'B store' })
    const same = await newStore(call, { themeId: to.id, name: 'C store' })
    const ids = [worn.id, bare.id, same.id]
    const asked = await assign(to.id, ids)
    expect(asked).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    const { reach } = asked.body
    expect(reach).toMatchObject({ reaches: 2, own: 0 })
    expect(reach.worse).toEqual([
      { what: 'This replaces From', count: 1, examples: ['A store'] },
      { what: expect.stringContaining('Harbor (inherited)'), count: 1, examples: ['B store'] },
      { what: expect.stringContaining('Already'), count: 1, examples: ['C store'] },
    ])
    // The token is of these stores alone.
    expect((await assign(to.id, [worn.id], reach.token)).status).toBe(409)
    const { status, body: job } = await assign(to.id, ids, reach.token)
    expect(status).toBe(202)
    await runProductJob(platform(), job.id)
    expect(await outcomesOf(platform().platform.db, job.id)).toEqual([
      ['A store', 'done', null],
      ['B store', 'done', null],
    ])
    expect([(await now(from.id)).stores, (await now(to.id)).stores]).toEqual([0, 3])

    const undone = await call('POST', `/jobs/${job.id}/undo`)
    await runProductJob(platform(), undone.body.id)
    expect((await storeNow(call, worn.id)).themeId).toBe(from.id)
    expect((await storeNow(call, bare.id)).themeId).toBeNull()
  })

  test('is not assigned when it is no theme to wear, or the stores are none', async () => {
    const { body: draft } = await add('Unready', { status: 'draft' })
    const { body: theme } = await add('Ready')
    const store = await newStore(call, { themeId: theme.id })
    expect((await assign(draft.id, [store.id])).body.detail).toContain('published')
    expect((await assign(theme.id, [])).status).toBe(400)
    expect((await assign(theme.id, 'all')).status).toBe(400)
    const fields = async (ids: number[]) => (await assign(theme.id, ids)).body.fields.storeIds
    expect(await fields([store.id, 987_654])).toContain("1 of these stores doesn't exist")
    expect(await fields([store.id])).toContain('already')
  })

  test('is assigned by an account to its own stores alone', async () => {
    const { body: theme } = await add('Own')
    const [mine, other] = [await newStore(call), await newStore(call)]
    const one = await signedIn(platform(), await platform().addAccount(everyRight, [mine.id]))
    const refused = await one('POST', `/themes/${theme.id}/assign`, {
      body: { storeIds: [mine.id, other.id] },
    })
    expect(refused.body.fields.storeIds).toContain("1 of these stores doesn't exist")
  })
})
