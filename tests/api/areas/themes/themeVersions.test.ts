import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { getRolloutBucket } from '#shared/areas/themes/rollout.ts'
import { archiveOf } from '#tests/api/support/archives.ts'
import { signedIn, tokenOf } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'
import { manifestOf, packageOf, rollOut, sendPackage } from '#tests/api/support/themePackages.ts'

describe.each(usually('PGlite'))('versions of themes on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  let token: string
  beforeAll(async () => {
    token = await tokenOf(platform(), platform().operator)
    call = await signedIn(platform())
  })
  const theme = async (name: string): Promise<number> => {
    const code = name.toLowerCase()
    const body = { ...getInitialValues(themes), name, code, status: 'published' }
    return (await call('POST', '/themes', { body })).body.id
  }
  const send = (content: Buffer) => sendPackage(platform(), token, content)
  const add = async (themeId: number, semver: string, content: Buffer) => {
    const { body: sent } = await send(content)
    const body = { themeId, semver, package: sent.id, changelog: `What is new in ${semver}` }
    return call('POST', '/themeVersions', { body })
  }
  const version = async (themeId: number, name: string, semver: string): Promise<number> =>
    (await add(themeId, semver, await packageOf(name, semver))).body.id

  test('a version is what its package says, and the theme has its picture and settings from it', async () => {
    const id = await theme('Lagoon')
    const made = await add(id, '1.0.0', await packageOf('Lagoon', '1.0.0'))
    expect(made).toMatchObject({
      status: 201,
      body: { semver: '1.0.0', rollout: 'new', stores: 0 },
    })
    const { body: now } = await call('GET', `/themes/${id}`)
    expect(now).toMatchObject({ latestVersion: '1.0.0', labels: { preview: 'shot.png' } })
    const file = await fetch(`${platform().url}/files/${now.preview}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await call('GET', `/files/${made.body.package}`)).status).toBe(200)
    expect((await call('GET', `/themes/${id}/settings`)).body).toMatchObject({
      semver: '1.0.0',
      colours: [{ name: 'background' }, { name: 'text', on: 'background' }],
      values: {},
    })
  })

  test('versions ascend, and each is there once; a package is of its theme and version', async () => {
    const id = await theme('Ridge')
    expect((await add(id, '1.9.0', await packageOf('ridge', '1.9.0'))).status).toBe(201)
    const refused = async (semver: string, content: Buffer) => {
      const { status, body } = await add(id, semver, content)
      expect(status).toBe(422)
      return body.fields
    }
    const notAfter = {
      semver: expect.stringContaining(
        'the latest version is 1.9.0. Enter a higher version in theme.json',
      ),
    }
    expect(await refused('1.9.0', await packageOf('Ridge', '1.9.0'))).toEqual(notAfter)
    expect(await refused('1.8.9', await packageOf('Ridge', '1.8.9'))).toEqual(notAfter)
    expect(await refused('2.0.0', await packageOf('Ridge', '2.0.1'))).toEqual({
      semver: 'Version: theme.json says 2.0.1. Enter 2.0.1 or upload another package.',
    })
    expect(await refused('2.0.0', await packageOf('Other', '2.0.0'))).toEqual({
      package: expect.stringContaining('the theme "Other", not Ridge'),
    })
    expect((await refused('2.0', await packageOf('Ridge', '2.0.0'))).semver).toContain(
      'three numbers',
    )
    expect((await add(id, '1.10.0', await packageOf('Ridge', '1.10.0'))).status).toBe(201)
    expect((await call('GET', `/themes/${id}`)).body.latestVersion).toBe('1.10.0')
  })

  test('an upload says what theme.json says, and a version that is left empty is that one', async () => {
    const id = await theme('Delta')
    const { body: sent } = await send(await packageOf('Delta', '3.1.4'))
    expect(sent.fills).toEqual({ semver: '3.1.4', themeId: 'Delta' })
    const body = { themeId: id, semver: null, package: sent.id, changelog: 'Read.' }
    expect(await call('POST', '/themeVersions', { body })).toMatchObject({
      status: 201,
      body: { semver: '3.1.4' },
    })
    const { body: refused } = await call('POST', '/themeVersions', {
      body: { themeId: id, changelog: 'Without a package.' },
    })
    expect(Object.keys(refused.fields)).toEqual(['package', 'semver'])
  })

  test('of a version the changelog alone is changed', async () => {
    const id = await version(await theme('Fixity'), 'Fixity', '1.0.0')
    const change = async (body: object) => {
      const { version: at } = (await call('GET', `/themeVersions/${id}`)).body
      return call('PATCH', `/themeVersions/${id}`, { body, ifMatch: at })
    }
    expect((await change({ semver: '1.0.1' })).body.fields).toEqual({
      semver: "Version can't be changed",
    })
    expect((await change({ changelog: 'Better told' })).status).toBe(200)
  })

  const json = (value: unknown) => ({ name: 'theme.json', content: JSON.stringify(value) })
  const harbour = manifestOf('Harbour', '9.0.0')

  test.each([
    ['a path that leads out', [json(harbour), { name: '../a.css' }], 'points outside it'],
    ['an absolute path', [json(harbour), { name: '/a.css' }], 'points outside it'],
    ['a path of a drive', [json(harbour), { name: 'C:/a.css' }], 'points outside it'],
    ['backslashes', [json(harbour), { name: 'a\\b.css' }], 'path with backslashes'],
    ['a link', [json(harbour), { name: 'a.css', mode: 0o120777 }], "isn't a regular file"],
    ['a name twice', [json(harbour), { name: 'é.css' }, { name: 'E\u0301.css' }], ' twice'],
    [
      'a control character',
      [json(harbour), { name: 'a\u0007.css' }],
      'contains invisible characters',
    ],
    ['what is encrypted', [json(harbour), { name: 'a.css', says: { flags: 0x801 } }], 'encrypted'],
    [
      'a wrong sum',
      [json(harbour), { name: 'a.css', says: { crc: 1 } }],
      'the checksum of "a.css" doesn\'t match',
    ],
    [
      'a wrong size',
      [json(harbour), { name: 'a.css', says: { size: 9 } }],
      "doesn't match the listed size",
    ],
    ['a program', [json(harbour), { name: 'a.php' }], "file type that isn't allowed"],
    [
      'no theme.json',
      [{ name: 'a.css' }],
      'The package has no theme.json. Add one to its top-level folder, then upload the package again.',
    ],
    [
      'one too deep',
      [{ ...json(harbour), name: 'a/b/theme.json' }],
      'Move it there from a/b/theme.json',
    ],
    [
      'one in capitals',
      [{ ...json(harbour), name: 'a/Theme.json' }],
      'Rename a/Theme.json to theme.json',
    ],
    [
      'one that is no JSON',
      [{ name: 'theme.json', content: '{' }],
      "theme.json: the file isn't valid JSON. Check it with a JSON validator, then upload the package again.",
    ],
    ['one too large', [json({ ...harbour, name: 'a'.repeat(100_001) })], 'larger than 100 kB'],
    [
      'a colour that is none',
      [
        json(
          manifestOf('Harbour', '9.0.0', {
            settings: { colours: { a: { label: 'A', default: 'red' } } },
          }),
        ),
      ],
      'settings.colours.a.default must be a color',
    ],
    [
      'no such picture',
      [json({ ...harbour, preview: 'a.png' })],
      'the preview "a.png" isn\'t in the package',
    ],
    [
      'a picture that is none',
      [json({ ...harbour, preview: 'a.png' }), { name: 'a.png' }],
      'damaged',
    ],
  ])('a package with %s is refused, and nothing of it is kept', async (_what, parts, why) => {
    const { status, body } = await send(archiveOf(parts))
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { fields: { package: expect.stringContaining(why) } },
    })
  })

  test('a package that macOS made is read without what macOS added', async () => {
    const inFolder = (name: string, content: string) => ({ name: `Harbour/${name}`, content })
    const added = ['Harbour/.DS_Store', '__MACOSX/Harbour/._theme.json', '__MACOSX/._Harbour']
    const { status } = await send(
      archiveOf([
        ...added.map((name) => ({ name, content: '\0\x05\x16\x07' })),
        inFolder('theme.json', JSON.stringify(harbour)),
        inFolder('style.css', 'a{}'),
      ]),
    )
    expect(status).toBe(201)
  })

  test('what is no archive is none', async () => {
    expect((await send(Buffer.from('%PDF-1.7\n%%EOF'))).body.fields.package).toContain('ZIP')
    const junk = archiveOf([json(harbour)], Buffer.from('PK\x03\x04junk'))
    expect((await send(junk)).body.fields.package).toContain('damaged')
  })

  test('settings are those of the package, all of them, and right', async () => {
    const id = await theme('Palette')
    const save = async (values: object) => {
      const { version: at } = (await call('GET', `/themes/${id}`)).body
      return call('PUT', `/themes/${id}/settings`, { body: { values }, ifMatch: at })
    }
    expect((await save({})).body.detail).toContain('Upload a version first')
    await version(id, 'Palette', '1.0.0')
    const values = { background: '#0F172A', text: '#F8FAFC', body: 'Lora' }
    expect((await save({ ...values, body: 'Comic' })).body.fields.body).toBe(
      'Typeface must be one of Inter, Lora',
    )
    expect((await save({ ...values, text: 'white' })).body.fields.text).toContain('Text')
    expect((await save({ background: '#0F172A' })).status).toBe(422)
    expect((await save(values)).status).toBe(200)
    expect((await call('GET', `/themes/${id}/settings`)).body.values).toEqual(values)
    const { body: history } = await call('GET', `/themes/${id}/history`)
    expect(JSON.stringify(history)).toContain('themes.settings')
  })

  test('settings of a theme that stores wear are saved once it is confirmed how many that reaches', async () => {
    const id = await theme('Coral')
    await version(id, 'Coral', '1.0.0')
    await Promise.all([1, 2].map(() => newStore(call, { themeId: id })))
    const { version: at } = (await call('GET', `/themes/${id}`)).body
    const save = (reach: string) =>
      call('PUT', `/themes/${id}/settings?reach=${reach}`, {
        body: { values: { background: '#0F172A', text: '#F8FAFC', body: 'Lora' } },
        ifMatch: at,
      })
    const { status, body } = await save('')
    expect([status, body.code, body.reach.reaches]).toEqual([409, 'unconfirmed', 2])
    expect((await call('GET', `/themes/${id}/settings`)).body.values).toEqual({})
    expect((await save(body.reach.token)).status).toBe(200)
  })

  test('settings are chosen by accounts for all stores, and read by the others', async () => {
    const id = await theme('Limited')
    await version(id, 'Limited', '1.0.0')
    const store = await newStore(call, { themeId: id })
    const one = await signedIn(platform(), await platform().addAccount(everyRight, [store.id]))
    const path = `/themes/${id}/settings`
    const values = { background: '#0F172A', text: '#F8FAFC', body: 'Lora' }
    const { version: at } = (await call('GET', `/themes/${id}`)).body
    expect(await one('PUT', path, { body: { values }, ifMatch: at })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('affect all stores') },
    })
    expect((await one('GET', path)).body).toEqual((await call('GET', path)).body)
  })

  const run = async (id: number, event: string) => {
    const { status, body } = await rollOut(call, id, event)
    expect(status).toBe(200)
    if (body.job !== null) await runProductJob(platform(), body.job)
    return body
  }
  const ofStages = async (id: number) => (await call('GET', `/themeVersions/${id}/rollout`)).body

  test('a version reaches its stores by stages, pauses, goes on, and is rolled back', async () => {
    const themeId = await theme('Tide')
    const [first, second] = [
      await version(themeId, 'Tide', '1.0.0'),
      await version(themeId, 'Tide', '1.1.0'),
    ]
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) => newStore(call, { themeId, name: `Tide ${at}` })),
    )
    const ids = made.map(({ id }) => Number(id))
    const within = (share: number, id: number) =>
      ids.filter((one) => getRolloutBucket(one, id) < share)
    await run(first, 'start')
    expect(await rollOut(call, second, 'start')).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: expect.stringContaining('1.0.0 is still being rolled out'),
      },
    })
    await run(first, 'widen')
    await run(first, 'widen')
    expect((await call('GET', `/themeVersions/${first}`)).body).toMatchObject({
      rollout: 'all',
      stores: 40,
    })

    await run(second, 'start')
    const few = await ofStages(second)
    expect(few.stages.map((stage: { stores: number }) => stage.stores)).toEqual(
      [5, 25, 100].map((share) => within(share, second).length),
    )
    expect(few.moved.map(({ storeId }: { storeId: number }) => storeId).sort()).toEqual(
      within(5, second).sort(),
    )
    const { job } = (await rollOut(call, second, 'widen')).body
    await run(second, 'pause')
    await runProductJob(platform(), job)
    expect(
      (await outcomesOf(platform().platform.db, job)).every(
        ([, outcome]) => outcome === 'unchanged',
      ),
    ).toBe(true)
    expect((await rollOut(call, second, 'widen')).body.detail).toContain(
      'while the rollout status is "25%, paused"',
    )
    await run(second, 'goOn')
    const some = await ofStages(second)
    expect(some.moved.map(({ storeId }: { storeId: number }) => storeId).sort()).toEqual(
      within(25, second).sort(),
    )
    expect(some.moved.every(({ from }: { from: string }) => from === '1.0.0')).toBe(true)
    // One that comes meanwhile runs what all run.
    await newStore(call, { themeId, name: 'Late' })

    await run(second, 'rollBack')
    const back = await ofStages(second)
    expect(back.stages.map((stage: { running: number }) => stage.running)).toEqual([0, 0, 0])
    expect(back.moved.every(({ backAt }: { backAt: string | null }) => backAt !== null)).toBe(true)
    expect((await call('GET', `/themeVersions/${first}`)).body.stores).toBe(40)
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where event = 'stores.themeVersionChanged'
        and store_id = ${within(25, second)[0]} order by id desc limit 1`.execute(
      platform().platform.db,
    )
    expect(rows[0]?.changes).toEqual({ themeVersion: { before: '1.1.0', after: '1.0.0' } })
  })

  test('a step tells how many stores it changes, and from what, until that is confirmed', async () => {
    const themeId = await theme('Strait')
    const [first, second] = [
      await version(themeId, 'Strait', '1.0.0'),
      await version(themeId, 'Strait', '1.1.0'),
    ]
    const names = Array.from({ length: 10 }, (_, at) => `Strait ${at}`)
    await Promise.all(names.map((name) => newStore(call, { themeId, name })))
    const step = async (id: number, event: string, token = '') => {
      const { version: at } = (await call('GET', `/themeVersions/${id}`)).body
      const path = `/themeVersions/${id}/rollout?reach=${token}`
      return call('POST', path, { body: { event }, ifMatch: at })
    }
    const of = async (id: number, event: string) => (await step(id, event)).body.reach
    for (const event of ['start', 'widen']) await run(first, event)
    expect(await of(first, 'widen')).toMatchObject({
      worse: [{ what: 'First version' }],
    })
    await run(first, 'widen')

    for (const event of ['start', 'widen']) await run(second, event)
    const given = (await ofStages(second)).moved.length
    const { reaches, worse, token } = await of(second, 'widen')
    expect([reaches, worse[0]?.what]).toEqual([10 - given, 'Replaces 1.0.0'])
    expect((await call('GET', `/themeVersions/${second}`)).body.rollout).toBe('some')
    expect((await step(second, 'widen', `${token}x`)).body.code).toBe('unconfirmed')
    const confirmed = await step(second, 'widen', token)
    expect(confirmed.status).toBe(200)
    await runProductJob(platform(), confirmed.body.job)

    // To stop gives and takes nothing.
    expect((await step(second, 'pause')).status).toBe(200)
    expect(await of(second, 'rollBack')).toMatchObject({
      reaches: 10,
      worse: [{ what: 'Restores 1.0.0', count: 10, examples: names.slice(0, 5) }],
    })
  })

  test('what stands is told where a rollout cannot begin or end', async () => {
    const themeId = await theme('Cove')
    const [first, second] = [
      await version(themeId, 'Cove', '1.0.0'),
      await version(themeId, 'Cove', '1.1.0'),
    ]
    expect((await rollOut(call, first, 'pause')).body.detail).toContain('"Not rolled out"')
    expect((await rollOut(call, first, 'leap')).status).toBe(400)
    const unversioned = await call('POST', `/themeVersions/${first}/rollout`, {
      body: { event: 'start' },
    })
    expect(unversioned.status).toBe(428)
    for (const event of ['start', 'widen', 'widen']) await run(first, event)
    await run(second, 'start')
    expect((await rollOut(call, first, 'rollBack')).body.detail).toContain(
      '1.1.0 was rolled out after this version',
    )
    const { version: at } = (await call('GET', `/themes/${themeId}`)).body
    await call('PATCH', `/themes/${themeId}`, { body: { status: 'draft' }, ifMatch: at })
    expect((await rollOut(call, second, 'widen')).body.detail).toContain('published')
  })

  describe('pilot stores', () => {
    const outsideFirstStages = (ids: number[], id: number) =>
      ids.find((one) => getRolloutBucket(one, id) >= 25) ?? 0

    test('get the version first, and the next stages after them', async () => {
      const themeId = await theme('Shoal')
      const id = await version(themeId, 'Shoal', '1.0.0')
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, at) => newStore(call, { themeId, name: `Shoal ${at}` })),
      )
      const ids = made.map((store) => Number(store.id))
      const pilot = outsideFirstStages(ids, id)
      const none = 'No pilot stores are selected. Select some first.'
      expect((await rollOut(call, id, 'pilot')).body).toMatchObject({
        code: 'wrong_state',
        detail: none,
      })
      expect((await ofStages(id)).blocked).toEqual([
        {
          event: 'pilot',
          sentence: none,
          link: { to: `/themes?versions&stores=${id}`, label: 'Select pilot stores' },
        },
      ])

      // Pasted codes select them, as for every list of stores; a store with another theme is skipped.
      const other = await newStore(call, { name: 'Elsewhere' })
      const code = made.find((store) => store.id === pilot)?.code
      const plan = await call('POST', `/themeVersions/${id}/stores/plan`, {
        body: { change: 'add', codes: [code, other.code] },
      })
      expect(plan.body.refused).toMatchObject([
        { id: other.id, sentence: 'Uses a different theme.' },
      ])
      const added = await call('POST', `/themeVersions/${id}/stores`, {
        body: { plan: plan.body.id },
      })
      await runProductJob(platform(), added.body.id)
      expect((await call('GET', `/themeVersions/${id}`)).body.pilotIds).toEqual([pilot])

      await run(id, 'pilot')
      const first = await ofStages(id)
      expect(first.pilots).toEqual({ stores: 1, running: 1 })
      expect(first.moved.map(({ storeId }: { storeId: number }) => storeId)).toEqual([pilot])
      await run(id, 'widen')
      const { moved } = await ofStages(id)
      expect(moved.map(({ storeId }: { storeId: number }) => storeId).sort()).toEqual(
        [pilot, ...ids.filter((one) => getRolloutBucket(one, id) < 25)].sort(),
      )
      const { version: at } = (await call('GET', `/themeVersions/${id}`)).body
      const late = await call('PATCH', `/themeVersions/${id}`, {
        body: { pilotIds: ids },
        ifMatch: at,
      })
      expect(late.body.fields.pilotIds).toContain('before the rollout starts')
    })

    test('are stores that use the theme', async () => {
      const themeId = await theme('Bay')
      const other = await newStore(call, { name: 'Bay Elsewhere' })
      const { body: sent } = await send(await packageOf('Bay', '1.0.0'))
      const body = { themeId, package: sent.id, changelog: 'New.', pilotIds: [other.id] }
      expect((await call('POST', '/themeVersions', { body })).body.fields).toEqual({
        pilotIds: 'Pilot stores: Bay Elsewhere uses a different theme. Remove this store.',
      })
    })
  })

  describe('a stage that cannot start says why, the same on the page and in the call', () => {
    const why = async (id: number, event: string) => {
      const { blocked } = await ofStages(id)
      const step = blocked.find((one: { event: string }) => one.event === event)
      const { status, body } = await rollOut(call, id, event)
      expect([status, body.detail]).toEqual([409, step?.sentence])
      return step
    }

    test('because the stage before it runs, or failed for some stores', async () => {
      const themeId = await theme('Firth')
      const id = await version(themeId, 'Firth', '1.0.0')
      await Promise.all(
        Array.from({ length: 3 }, (_, at) => newStore(call, { themeId, name: `Firth ${at}` })),
      )
      const stores = (await call('GET', `/stores?filter[themeId][eq]=${themeId}`)).body.data
      const { version: at } = (await call('GET', `/themeVersions/${id}`)).body
      const pilotIds = stores.map((store: { id: number }) => store.id)
      await call('PATCH', `/themeVersions/${id}`, { body: { pilotIds }, ifMatch: at })
      const { job } = (await rollOut(call, id, 'pilot')).body
      expect(await why(id, 'widen')).toMatchObject({
        sentence: 'The current stage is still running: 0 of 3 stores done. Wait until it finishes.',
        link: { to: `/themes?versions&jobs=${job}`, label: 'Open the job' },
      })
      await runProductJob(platform(), job)
      expect((await ofStages(id)).blocked).toEqual([])

      const { db } = platform().platform
      await sql`update job_rows set outcome = 'failed'
        where job_id = ${job} and label = 'Firth 1'`.execute(db)
      await sql`delete from store_theme_versions
        where store_id = (select id from stores where name = 'Firth 1')`.execute(db)
      expect(await why(id, 'widen')).toMatchObject({
        sentence: 'The current stage failed in 1 store: Firth 1. Retry the job, or roll back.',
        link: { to: `/themes?versions&jobs=${job}` },
      })
      await sql`update job_rows set outcome = null where job_id = ${job} and label = 'Firth 1'`.execute(
        db,
      )
      await sql`update jobs set status = 'cancelled' where id = ${job}`.execute(db)
      expect((await why(id, 'widen')).sentence).toContain('canceled before it reached 1 store.')
    })

    test('because its theme is archived, or another version is rolled out', async () => {
      const themeId = await theme('Inlet')
      const [first, second] = [
        await version(themeId, 'Inlet', '1.0.0'),
        await version(themeId, 'Inlet', '1.1.0'),
      ]
      await run(first, 'start')
      expect(await why(second, 'start')).toMatchObject({
        sentence: expect.stringContaining('1.0.0 is still being rolled out'),
        link: { to: `/themes?versions&rollout=${first}`, label: 'Open the 1.0.0 rollout' },
      })
      const { version: at } = (await call('GET', `/themes/${themeId}`)).body
      await call('PATCH', `/themes/${themeId}`, { body: { status: 'archived' }, ifMatch: at })
      expect(await why(first, 'widen')).toMatchObject({
        sentence: expect.stringContaining('The status of Inlet is Archived'),
        link: { to: `/themes?publish=${themeId}`, label: 'Publish Inlet' },
      })
      expect((await rollOut(call, first, 'rollBack')).status).toBe(200)
    })
  })

  test('a version that stores run is not deleted, one that none runs is', async () => {
    const themeId = await theme('Quay')
    const id = await version(themeId, 'Quay', '1.0.0')
    await newStore(call, { themeId })
    for (const event of ['start', 'widen', 'widen']) await run(id, event)
    expect(await call('DELETE', `/themeVersions/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'store', count: 1 }] },
    })
    await run(id, 'rollBack')
    expect((await call('DELETE', `/themeVersions/${id}`)).status).toBe(204)
    expect((await call('GET', `/themes/${themeId}`)).body.latestVersion).toBeNull()
  })

  test('an account for some stores sees what changed for those, and rolls nothing out', async () => {
    const themeId = await theme('Isle')
    const id = await version(themeId, 'Isle', '1.0.0')
    const [mine] = await Promise.all([1, 2].map(() => newStore(call, { themeId })))
    for (const event of ['start', 'widen', 'widen']) await run(id, event)
    const one = await signedIn(platform(), await platform().addAccount(everyRight, [mine.id]))
    const { body } = await one('GET', `/themeVersions/${id}/rollout`)
    expect(body.stages.at(-1)).toEqual({ share: 100, stores: 1, running: 1 })
    expect(body.moved.map(({ storeId }: { storeId: number }) => storeId)).toEqual([mine.id])
    expect((await one('GET', `/themeVersions/${id}`)).body.stores).toBe(1)
    expect(body.blocked).toMatchObject([{ event: 'pause' }, { event: 'rollBack' }])
    const { version: at } = (await one('GET', `/themeVersions/${id}`)).body
    const pilots = { body: { pilotIds: [mine.id] }, ifMatch: at }
    expect((await one('PATCH', `/themeVersions/${id}`, pilots)).status).toBe(403)
    const refused = await rollOut(one, id, 'rollBack')
    expect([refused.status, refused.body.detail]).toEqual([403, body.blocked[0].sentence])
  })
})
