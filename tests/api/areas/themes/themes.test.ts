import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { openSession, fetchToken } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'
import { buildPackage, uploadPackage } from '#tests/api/support/themePackages.ts'

describe.each(chooseDatabases('PGlite'))('Themes on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const createTheme = async (name: string, more = {}) => {
    const code = name.toLowerCase()
    const body = { ...getInitialValues(themes), name, code, status: 'published', ...more }
    return call('POST', '/themes', { body })
  }
  const loadTheme = async (id: number) => (await call('GET', `/themes/${id}`)).body
  const patchRecord = async (path: string, body: object) => {
    const { version } = (await call('GET', path)).body
    return call('PATCH', path, { body, ifMatch: version })
  }

  test('a theme counts the stores that use it, even after they change', async () => {
    const [one, other] = [(await createTheme('Dune')).body, (await createTheme('Fjord')).body]
    const createdStores = await Promise.all(
      [1, 2, 3, 4].map((at) => createStore(call, { themeId: one.id, notes: String(at) })),
    )
    expect((await loadTheme(one.id)).stores).toBe(4)
    const update = await patchRecord(`/stores/${createdStores[0].id}`, { themeId: other.id })
    expect(update.status).toBe(200)
    expect([(await loadTheme(one.id)).stores, (await loadTheme(other.id)).stores]).toEqual([3, 1])
  })

  test('an account for some stores sees all themes, and counts its own stores', async () => {
    const { id } = (await createTheme('Scoped')).body
    const [mine] = await Promise.all([1, 2].map(() => createStore(call, { themeId: id })))
    const limited = await openSession(
      platform(),
      await platform().addAccount(['modulesRead', 'modulesRead:read'], [mine.id]),
    )
    expect((await limited('GET', `/themes/${id}`)).body.stores).toBe(1)
    expect((await loadTheme(id)).stores).toBe(2)
  })

  test('a status change has a reason, and publishing again clears the replacement', async () => {
    const [old, fresh] = [
      (await createTheme('Reasoned')).body,
      (await createTheme('Replacing')).body,
    ]
    const setStatus = async (body: object) => {
      const ifMatch = (await loadTheme(old.id)).version
      return call('POST', `/themes/${old.id}/status`, { body, ifMatch })
    }
    const deprecation = { status: 'deprecated', replacementId: fresh.id }
    expect(await setStatus(deprecation)).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason is a required field' } },
    })
    expect((await setStatus({ ...deprecation, reason: 'x', name: 'No' })).status).toBe(422)
    expect((await setStatus({ ...deprecation, reason: 'Too dark' })).body).toMatchObject(
      deprecation,
    )
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
    expect((await setStatus({ status: 'published' })).body).toMatchObject({
      status: 'published',
      replacementId: null,
    })
    const staleChange = { body: { ...deprecation, reason: 'x' }, ifMatch: old.version }
    expect((await call('POST', `/themes/${old.id}/status`, staleChange)).status).toBe(409)
  })

  test("a theme in use can't be deleted, and its uses are listed", async () => {
    const { id } = (await createTheme('Worn')).body
    await createStore(call, { themeId: id })
    expect(await call('DELETE', `/themes/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'store', count: 1 }] },
    })
    // Without the permission to read stores, only their number is shown.
    const reader = await openSession(platform(), await platform().addAccount(['modulesRead']))
    expect((await reader('GET', `/themes/${id}/uses`)).body.data).toEqual([
      { kind: 'store', count: 1, examples: [] },
    ])
    // The platform default is a single record, so it has a link but no examples.
    const { themeId } = (await call('GET', '/storeDefaults/1')).body
    const uses = (await call('GET', `/themes/${themeId}/uses`)).body.data
    expect(uses).toContainEqual({
      kind: 'platform default',
      count: 1,
      examples: [],
      to: '/stores?defaults',
    })
    const { id: unused } = (await createTheme('Unused')).body
    expect((await call('DELETE', `/themes/${unused}`)).status).toBe(204)
  })

  test("the code of a theme can't be changed", async () => {
    const { id } = (await createTheme('Fixed')).body
    expect(await patchRecord(`/themes/${id}`, { code: 'other' })).toMatchObject({
      status: 422,
      body: { fields: { code: "Code can't be changed" } },
    })
  })

  test('only a deprecated or archived theme has a replacement, which must be published', async () => {
    const [old, fresh, draft] = await Promise.all([
      createTheme('Old').then(({ body }) => body.id),
      createTheme('Fresh').then(({ body }) => body.id),
      createTheme('Draft', { status: 'draft' }).then(({ body }) => body.id),
    ])
    const getReplacementError = async (body: object) => {
      const answer = await patchRecord(`/themes/${old}`, body)
      expect(answer.status).toBe(422)
      return answer.body.fields.replacementId
    }
    const status = 'deprecated'
    expect(await getReplacementError({ replacementId: fresh })).toContain('deprecated or archived')
    expect(await getReplacementError({ status, replacementId: old })).toContain(
      "can't replace itself",
    )
    expect(await getReplacementError({ status, replacementId: draft })).toContain(
      'choose a published theme',
    )
    expect(await getReplacementError({ status, replacementId: 999_999_999 })).toContain(
      "doesn't exist",
    )
    const done = await patchRecord(`/themes/${old}`, { status, replacementId: fresh })
    expect(done).toMatchObject({ status: 200, body: { status, replacementId: fresh } })
    expect(await getReplacementError({ status: 'published' })).toContain('deprecated or archived')
  })

  const updateTheme = async (id: number, body: object, reach = '') => {
    const { version } = await loadTheme(id)
    return call('PATCH', `/themes/${id}?reach=${reach}`, { body, ifMatch: version })
  }
  const planInBulk = async (id: number, values: object) =>
    (await call('POST', '/themes/bulk/plan', { body: { action: 'change', values, ids: [id] } }))
      .body

  test('deprecating a theme in use needs a replacement and a confirmation of the affected stores', async () => {
    const [old, fresh] = [
      (await createTheme('Elder')).body.id,
      (await createTheme('Younger')).body.id,
    ]
    for (const name of ['Ash', 'Birch']) await createStore(call, { themeId: old, name })
    const status = 'deprecated'
    const withoutReplacement = await updateTheme(old, { status })
    expect([withoutReplacement.status, withoutReplacement.body.fields]).toEqual([
      422,
      {
        replacementId: 'Replaced by: choose another theme, because 2 stores use this one.',
      },
    ])
    expect(JSON.stringify(await planInBulk(old, { status }))).toContain('2 stores use this one')
    const deprecation = { status, replacementId: fresh }
    const unconfirmed = await updateTheme(old, deprecation)
    expect([unconfirmed.status, unconfirmed.body.code]).toEqual([409, 'unconfirmed'])
    const { token, ...reach } = unconfirmed.body.reach
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
    expect((await loadTheme(old)).status).toBe('published')
    expect((await updateTheme(old, deprecation, token)).status).toBe(200)
    expect((await updateTheme(old, { replacementId: null })).body.fields.replacementId).toContain(
      '2',
    )
    expect((await updateTheme(old, { description: 'Older' })).status).toBe(200)
    expect((await updateTheme(old, { status: 'published', replacementId: null })).status).toBe(200)
  })

  test.each(['archived', 'draft'])(
    "a theme can't become %s while stores use or inherit it",
    async (status) => {
      const { id } = (await createTheme(`Still ${status}`, { code: `still-${status}` })).body
      const { id: store } = await createStore(call, { themeId: id })
      const message = 'Status: 1 store uses this theme. Assign another theme to this store first.'
      expect((await updateTheme(id, { status })).body.fields).toEqual({ status: message })
      expect(JSON.stringify(await planInBulk(id, { status }))).toContain(message)
      await patchRecord(`/stores/${store}`, { themeId: null })
      expect((await updateTheme(id, { status })).status).toBe(200)
      const { themeId } = (await call('GET', '/storeDefaults/1')).body
      expect((await updateTheme(themeId, { status })).body.fields.status).toMatch(/^Status: /)
    },
  )

  test('only accounts for all stores change a theme, but any account that adds a version sets its image', async () => {
    const { id, version } = (await createTheme('Everyones')).body
    const store = await createStore(call, { themeId: id })
    const account = await platform().addAccount(allPermissions, [store.id])
    const limited = await openSession(platform(), account)
    const body = { status: 'deprecated' }
    expect((await limited('PATCH', `/themes/${id}`, { body, ifMatch: version })).status).toBe(403)
    const token = await fetchToken(platform(), account)
    const upload = await uploadPackage(platform(), token, await buildPackage('Everyones', '1.0.0'))
    const versionResponse = await limited('POST', '/themeVersions', {
      body: { themeId: id, semver: '1.0.0', package: upload.body.id, changelog: 'First' },
    })
    expect([versionResponse.status, (await loadTheme(id)).preview]).toEqual([
      201,
      expect.any(Number),
    ])
  })

  test('only accounts for all stores change themes in bulk, and the plan shows how many stores use them', async () => {
    const [old, fresh] = [
      (await createTheme('Cedar')).body.id,
      (await createTheme('Larch')).body.id,
    ]
    const store = await createStore(call, { themeId: old })
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [store.id]),
    )
    const values = { status: 'deprecated', replacementId: fresh }
    const plan = (caller: Caller, more: object) =>
      caller('POST', '/themes/bulk/plan', {
        body: { action: 'change', values: more, ids: [old] },
      })
    expect((await plan(limited, values)).body).toMatchObject({
      counts: { changes: 0, refused: 1 },
      refused: [{ id: old, sentence: expect.stringContaining('affect all stores') }],
    })
    const usage = '1 store uses one of these themes.'
    expect((await plan(call, { author: 'Somebody' })).body.reaches[0]).toBe(usage)
    expect((await plan(call, values)).body).toMatchObject({
      counts: { changes: 1 },
      reaches: [`${usage} Readiness goes down for 1 store.`, expect.any(String)],
    })
  })

  const assign = (id: number, storeIds: unknown, reach = '') =>
    call('POST', `/themes/${id}/assign?reach=${reach}`, { body: { storeIds } })

  test('a job assigns a theme to stores after a confirmation, and can be undone', async () => {
    const [from, to] = [(await createTheme('From')).body, (await createTheme('Into')).body]
    const storeWithTheme = await createStore(call, { themeId: from.id, name: 'A store' })
    const storeWithoutTheme = await createStore(call, { name: 'B store' })
    const storeWithTarget = await createStore(call, { themeId: to.id, name: 'C store' })
    const ids = [storeWithTheme.id, storeWithoutTheme.id, storeWithTarget.id]
    const unconfirmed = await assign(to.id, ids)
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    const { reach } = unconfirmed.body
    expect(reach).toMatchObject({ reaches: 2, own: 0 })
    expect(reach.worse).toEqual([
      { what: 'This replaces From', count: 1, examples: ['A store'] },
      { what: expect.stringContaining('Harbor (inherited)'), count: 1, examples: ['B store'] },
      { what: expect.stringContaining('Already'), count: 1, examples: ['C store'] },
    ])
    // The token is valid only for these stores.
    expect((await assign(to.id, [storeWithTheme.id], reach.token)).status).toBe(409)
    const { status, body: job } = await assign(to.id, ids, reach.token)
    expect(status).toBe(202)
    await runProductJob(platform(), job.id)
    expect(await getOutcomes(platform().platform.db, job.id)).toEqual([
      ['A store', 'done', null],
      ['B store', 'done', null],
    ])
    expect([(await loadTheme(from.id)).stores, (await loadTheme(to.id)).stores]).toEqual([0, 3])

    const undoJob = await call('POST', `/jobs/${job.id}/undo`)
    await runProductJob(platform(), undoJob.body.id)
    expect((await loadStore(call, storeWithTheme.id)).themeId).toBe(from.id)
    expect((await loadStore(call, storeWithoutTheme.id)).themeId).toBeNull()
  })

  test("only a published theme can be assigned, and only to existing stores that don't use it yet", async () => {
    const { body: draft } = await createTheme('Unready', { status: 'draft' })
    const { body: theme } = await createTheme('Ready')
    const store = await createStore(call, { themeId: theme.id })
    expect((await assign(draft.id, [store.id])).body.detail).toContain('published')
    expect((await assign(theme.id, [])).status).toBe(400)
    expect((await assign(theme.id, 'all')).status).toBe(400)
    const getStoreErrors = async (ids: number[]) =>
      (await assign(theme.id, ids)).body.fields.storeIds
    expect(await getStoreErrors([store.id, 987_654])).toContain("1 of these stores doesn't exist")
    expect(await getStoreErrors([store.id])).toContain('already')
  })

  test('an account assigns a theme only to its own stores', async () => {
    const { body: theme } = await createTheme('Own')
    const [mine, other] = [await createStore(call), await createStore(call)]
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [mine.id]),
    )
    const rejection = await limited('POST', `/themes/${theme.id}/assign`, {
      body: { storeIds: [mine.id, other.id] },
    })
    expect(rejection.body.fields.storeIds).toContain("1 of these stores doesn't exist")
  })
})
